"""A lamp's mirror image on dice: colour tells pips from body under it, and the body from what is no die."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.colours.highlight import DieColours, blinded, colours_in_highlight, mirrored, pips_by_colour, without_light
from vision.faces.pips import PIPS
from vision.glare.sites import sites_by_colour
from vision.glare.upper_face import CLEAR_COLOUR

RED = DieColours(np.array([38.0, 24.0, 190.0], np.float32), np.array([246.0, 248.0, 248.0], np.float32))
BLUE = DieColours(np.array([205.0, 62.0, 22.0], np.float32), np.array([246.0, 248.0, 248.0], np.float32))
FACE_PX = 40


def face(colours: DieColours, value: int, light: np.ndarray, gain: float = 1.0) -> np.ndarray:
    """Paint a face (FACE_PX, FACE_PX, 3) with light added that alone would show such levels, (FACE_PX, FACE_PX)."""
    steps = (np.arange(FACE_PX) + 0.5) / FACE_PX - 0.5
    spots = np.stack(np.meshgrid(steps, steps), axis=-1)
    pip = (np.linalg.norm(spots[:, :, None] - 0.25 * PIPS[value], axis=3) < 0.1).any(axis=2)
    painted = np.hypot(np.where(pip[..., None], colours.pip * gain, colours.body * gain), light[..., None])
    return np.clip(painted, 0, 255).astype(np.uint8)


def half_lit(light: float) -> np.ndarray:
    return np.where(np.arange(FACE_PX)[:, None] < FACE_PX * 0.55, light, 0.0) * np.ones((1, FACE_PX))


@given(st.sampled_from([RED, BLUE]), st.integers(1, 6), st.floats(150.0, 210.0), st.floats(0.7, 1.0))
def test_each_site_is_told_in_and_beside_a_mirror_image(
    colours: DieColours, value: int, light: float, gain: float
) -> None:
    pips = pips_by_colour(face(colours, value, half_lit(light), gain), [RED, BLUE])
    for x in (-1, 0, 1):
        for y in (-1, 0, 1):
            here = pips[round((0.5 + 0.25 * y) * FACE_PX), round((0.5 + 0.25 * x) * FACE_PX)]
            assert (here > -1.5) == bool((PIPS[value] == (x, y)).all(axis=1).any())


def test_where_every_channel_is_full_nothing_is_said() -> None:
    black = DieColours(np.array([22.0, 22.0, 24.0], np.float32), np.array([240.0, 240.0, 240.0], np.float32))
    pips = pips_by_colour(face(black, 5, np.full((FACE_PX, FACE_PX), 240.0)), [black])
    assert np.abs(pips).max() < 1.0


def test_in_warm_light_a_full_mirror_image_says_as_little_of_the_channel_of_which_there_is_least() -> None:
    ivory = DieColours(np.array([171.0, 203.0, 230.0], np.float32), np.array([26.0, 29.0, 33.0], np.float32))
    picture = np.full((FACE_PX, FACE_PX, 3), 254, np.uint8)
    picture[:12] = ivory.body.astype(np.uint8)
    pips = pips_by_colour(picture, [ivory])
    assert np.abs(pips[18:]).max() < 1.0
    assert max(sites_by_colour(pips)) < CLEAR_COLOUR


def test_the_own_colour_is_found_beside_a_mirror_image() -> None:
    own = colours_in_highlight(face(BLUE, 3, half_lit(200.0), 0.9).reshape(-1, 3).astype(np.float32), [RED, BLUE])
    assert own is not None
    assert own.body == pytest.approx(BLUE.body * 0.9, abs=8.0)


@pytest.mark.parametrize("learned", [[], [BLUE]])
def test_a_colour_that_was_not_learned_is_not_made_up(learned: list[DieColours]) -> None:
    seen = face(RED, 3, half_lit(200.0)).reshape(-1, 3).astype(np.float32)
    assert colours_in_highlight(seen, learned) is None


def test_a_face_without_a_mirror_image_keeps_its_own_colour() -> None:
    seen = face(RED, 3, np.zeros((FACE_PX, FACE_PX))).reshape(-1, 3).astype(np.float32)
    assert colours_in_highlight(seen, [RED]) is None


def test_what_mirrors_a_lamp_on_a_die_is_no_cream_chip() -> None:
    body = RED.body.astype(np.float32)
    picture = np.array([[[250, 236, 255], [200, 250, 252], [150, 140, 255]]], np.uint8)
    every = np.full((1, 3), 255, np.uint8)
    assert blinded(picture).tolist() == [[True, True, False]]
    assert mirrored(picture, every, [body]).tolist() == [[255, 0, 0]]
    assert not mirrored(picture, np.zeros_like(every), [body]).any()


def test_pips_of_a_whole_body_are_drawn_as_if_no_lamp_shone() -> None:
    seen = face(RED, 5, half_lit(200.0))
    every = np.full(seen.shape[:2], 255, np.uint8)
    drawn = without_light(seen, every, [RED, BLUE])
    assert drawn is not None
    sites = [drawn[round((0.5 + 0.25 * y) * FACE_PX), round((0.5 + 0.25 * x) * FACE_PX), 0] for x, y in PIPS[5]]
    assert min(sites) > 100
    assert drawn[FACE_PX // 2, round(0.25 * FACE_PX)].max() < 50
    assert without_light(face(RED, 1, half_lit(0.0)), every, [RED]) is None
    assert without_light(seen, every, []) is None


WARM = DieColours(np.array([30.0, 22.0, 190.0], np.float32), np.array([204.0, 240.0, 253.0], np.float32))


def with_light(colours: DieColours, level: float) -> DieColours:
    """Give how colours look where they mirror a lamp of the light in which they were learned."""
    body, pip = (np.minimum(np.hypot(c, level * colours.light), 255.0) for c in (colours.body, colours.pip))
    return DieColours(body.astype(np.float32), pip.astype(np.float32))


@pytest.mark.parametrize("colours", [RED, BLUE, WARM])
def test_a_die_that_mirrors_its_lamp_has_its_own_colours_with_that_light_added(colours: DieColours) -> None:
    seen = with_light(colours, 180.0)
    assert seen.off(colours) > 100.0
    assert seen.mirrors(colours)


def test_white_and_other_colours_are_no_mirror_images() -> None:
    white = DieColours(np.full(3, 255.0, np.float32), np.full(3, 255.0, np.float32))
    assert not white.mirrors(RED)
    assert not with_light(BLUE, 120.0).mirrors(RED)
    assert not DieColours(with_light(RED, 180.0).body, np.full(3, 20.0, np.float32)).mirrors(RED)
    ivory = DieColours(np.array([210.0, 232.0, 236.0], np.float32), np.array([18.0, 17.0, 20.0], np.float32))
    assert not with_light(ivory, 150.0).mirrors(ivory)


@pytest.mark.parametrize(("value", "said"), [(2, None), (4, None), (5, 5)])
def test_a_narrow_white_strip_is_no_pip_in_the_middle(value: int, said: int | None) -> None:
    seen = face(BLUE, value, np.zeros((FACE_PX, FACE_PX)))
    if said is None:
        seen[FACE_PX // 2 - 5 : FACE_PX // 2 + 5] = 255
    evidence = sites_by_colour(pips_by_colour(seen, [BLUE]))
    best, next_best = sorted(evidence)[:-3:-1]
    assert (int(np.argmax(evidence)) + 1 if next_best < 0.5 * best else None) == said
