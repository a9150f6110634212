"""Lamps as a function of picture and time: puck, boxes, postillon, animations, brightness, the supply's cap."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware import lamps, picture, settings
from firmware.lamps import BLUE, BOXES, DARK, EFFECT_MS, FELT, FIRST_BOX, OFF, ON, POSTILLON, RED, SELF_TEST_MS, WHITE

AWAKE_MS = SELF_TEST_MS + 1000
NO_LIGHTS = [DARK, DARK, DARK]


def shown(now_ms: int = AWAKE_MS, before: dict[str, Any] | None = None, **fields: Any) -> list[tuple[int, int, int]]:
    made = lamps.Lamps(10**9, 0)
    if before is not None:
        made.set(picture.whole(before), AWAKE_MS)
    made.set(picture.whole(fields), AWAKE_MS)
    return colours(made, now_ms)


def colours(made: lamps.Lamps, now_ms: int) -> list[tuple[int, int, int]]:
    rgb = made.paint(now_ms, NO_LIGHTS)
    return [(rgb[at], rgb[at + 1], rgb[at + 2]) for at in range(0, len(rgb), 3)]


def box_colour(leds: list[tuple[int, int, int]], box: int) -> tuple[int, int, int]:
    first = FIRST_BOX + 4 * BOXES.index(box)
    assert len(set(leds[first : first + 4])) == 1
    return leds[first]


def test_the_puck_is_off_on_or_dark() -> None:
    for puck, lit in ((0, ()), (1, OFF), (2, ON)):
        leds = shown(puck=puck)
        assert [led for led in (*OFF, *ON) if leds[led] != DARK] == list(lit)


@pytest.mark.parametrize("box", BOXES)
def test_the_point_lights_its_box_and_no_other(box: int) -> None:
    leds = shown(puck=2, box=box)
    assert [each for each in BOXES if box_colour(leds, each) == WHITE] == [box]
    assert all(box_colour(leds, each) == FELT for each in BOXES if each != box)


def test_a_postillon_lights_its_plate_and_its_box_and_leaves_the_puck_dark() -> None:
    leds = shown(box=9, post=1)
    assert box_colour(leds, 9) == BLUE and all(leds[led] == BLUE for led in POSTILLON)
    assert all(leds[led] == DARK for led in (*OFF, *ON))


def test_an_open_question_lights_the_buttons() -> None:
    assert all(colour != DARK for colour in shown(ask=1)[lamps.FIRST_BUTTON :])
    assert all(colour == DARK for colour in shown(ask=0)[lamps.FIRST_BUTTON :])


@pytest.mark.parametrize("name", ["natural", "craps", "pass", "seven_out", "point"])
def test_an_animation_moves_and_ends_with_the_table(name: str) -> None:
    still = shown(box=6)
    frames = [
        shown(AWAKE_MS + at, before={"fx": ["", 1], "box": 6}, fx=[name, 2], box=6) for at in range(0, EFFECT_MS, 50)
    ]
    assert len({tuple(frame) for frame in frames}) > 1
    assert shown(AWAKE_MS + EFFECT_MS, before={"fx": ["", 1], "box": 6}, fx=[name, 2], box=6) == still


def test_a_seven_out_is_red_and_goes_out_from_both_ends() -> None:
    def red(at_ms: int) -> list[int]:
        leds = shown(AWAKE_MS + at_ms, before={"fx": ["", 1]}, fx=["seven_out", 2])
        return [box for box in BOXES if box_colour(leds, box) == RED]

    assert (red(0), red(EFFECT_MS // 3), red(EFFECT_MS - 1)) == (list(BOXES), [5, 6, 8, 9], [])


def test_the_same_throw_again_and_the_first_picture_play_no_animation() -> None:
    again = shown(before={"fx": ["craps", 4]}, fx=["craps", 4])
    assert again == shown(fx=["craps", 4]) == shown(fx=["", 0])


def test_a_corrected_throw_plays_its_own_animation() -> None:
    leds = shown(before={"fx": ["craps", 4]}, fx=["natural", 4])
    assert leds != shown(fx=["natural", 4])


def test_without_a_link_the_puck_is_dark_and_the_boxes_dim_amber() -> None:
    made = lamps.Lamps(10**9, 0)
    made.set(picture.whole({"puck": 2, "box": 6}), AWAKE_MS)
    made.clear()
    leds = colours(made, AWAKE_MS)
    assert all(leds[led] == DARK for led in (*OFF, *ON, *POSTILLON))
    assert {box_colour(leds, box) for box in BOXES} == {lamps.AMBER}
    assert max(lamps.AMBER) < 40, "dim"


@given(
    st.fixed_dictionaries(
        {
            "puck": st.integers(0, 2),
            "box": st.sampled_from((0, *BOXES)),
            "post": st.integers(0, 1),
            "ask": st.integers(0, 1),
            "dim": st.integers(0, 100),
            "fx": st.tuples(st.sampled_from(("natural", "craps", "pass", "seven_out", "point", "x")), st.just(2)),
        }
    ),
    st.integers(0, 5000),
)
def test_the_sum_of_all_channels_stays_under_the_cap_at_any_time(fields: dict[str, Any], at_ms: int) -> None:
    made = lamps.Lamps(settings.CHANNEL_CAP, 0)
    made.set(picture.whole({"fx": ["", 1]}), 0)
    made.set(picture.whole(fields), min(at_ms, AWAKE_MS))
    assert sum(made.paint(at_ms, [WHITE, WHITE, WHITE])) <= settings.CHANNEL_CAP


def test_the_cap_dims_and_keeps_the_colours() -> None:
    free, capped = lamps.Lamps(10**9, 0), lamps.Lamps(1000, 0)
    for made in (free, capped):
        made.set(picture.whole({"puck": 2, "box": 6, "ask": 1}), AWAKE_MS)
    wide, narrow = free.paint(AWAKE_MS, NO_LIGHTS), capped.paint(AWAKE_MS, NO_LIGHTS)
    assert sum(wide) > 1000 >= sum(narrow) > 900
    assert all((a == 0) >= (b == 0) or a < 3 for a, b in zip(narrow, wide, strict=True))


def test_dim_scales_the_lamps() -> None:
    bright, dim = shown(puck=2, box=6), shown(puck=2, box=6, dim=50)
    assert dim == [(r // 2, g // 2, b // 2) for r, g, b in bright]
