"""Judges dice of which only the pips are seen: how they lie is told by where the pips of all their faces are."""

import numpy as np

from vision.body import Body
from vision.cube import Attitude, Sight, upright
from vision.dark import dark_all_over, nothing_bright_beside
from vision.doubts import LEAVES_NO_DOUBT
from vision.explain import Face, main_colour
from vision.fitting import fit_best_flat, fit_blank, fit_tilted
from vision.guesses import CLEAR_MARGIN, LEAST_TILT_DEG
from vision.kinds import Kind
from vision.resting import Rest, Surroundings, doubted

FAINT_OUTLINE, FAINT_PIPS = 0.7, 0.83
"""Of a dark die whose outline agrees so well (IoU) the pips leave no doubt from so much on."""

LEANS_MORE = 0.1
"""How much more the pips of a die that leans explain of its faces at least, in areas of a top face, than those of a
flat one in its place: of 17 that leaned 0.13 to 0.68, of 46 flat ones up to 0.1."""

TURNS_DEG = (0.0, 30.0, 60.0)
"""How a flat die is turned where a search for it begins: the pip of a 1 does not say."""


def judge_faint(at: Attitude, face: Face, around: Surroundings, body: Body, kind: Kind) -> Rest:
    """Judge a die of which only the pips are seen: it lies flat where they leave no doubt and nothing could hold it.

    Beside a die they must be where a flat one's are, too; elsewhere no other pips may lie beside it, or it may be a
    side. At chips and walls leaning dice show too little. A 1, which any bright spot looks like, must be dark around.
    """
    rest = Rest(at.x_mm, at.y_mm, around.edge_mm / 2, at.turn, face.evidence)
    least = FAINT_PIPS if body.explanation.agreement >= FAINT_OUTLINE else LEAVES_NO_DOUBT
    clear = face.score >= least and face.margin >= CLEAR_MARGIN and (face.value > 1 or dark_all_over(body))
    if not clear or around.holds(at):
        return doubted(rest, "is hardly seen against the board")
    if around.near_die(at):
        return rest if _lies(_by_pips(body, kind), at) else doubted(rest, "may be cocked")
    return rest if nothing_bright_beside(body, kind.noise) else doubted(rest, "is hardly seen against the board")


def _lies(whole: Sight, at: Attitude) -> bool:
    """Say whether the pips of a die's faces lie where a flat one has them, as far as they show."""
    sight = whole.near(at)
    turns = (at.turn + turn for turn in np.deg2rad(TURNS_DEG))
    flat = fit_best_flat(sight, [upright(at.x_mm, at.y_mm, float(turn)) for turn in turns])
    free = [fit_tilted(sight, flat.attitude), fit_blank(sight, at.x_mm, at.y_mm)]
    level = [flat, *(fit for fit in free if fit.attitude.tilt_deg < LEAST_TILT_DEG)]
    return max(fit.pips for fit in free) - max(fit.pips for fit in level) < LEANS_MORE


def _by_pips(body: Body, kind: Kind) -> Sight:
    """Give what is seen of a die without any outline: its pips, and where the board surely shows."""
    seen, nothing = body.seen, np.zeros_like(body.seen.mask)
    board = np.asarray(seen.unchanged & seen.open_view, dtype=np.uint8)
    tone = main_colour(seen.patch, body.explanation.outlines[0])
    masks = nothing, board, nothing, seen.open_view
    return Sight(
        kind.plane, seen.window, seen.patch, *masks, tone, kind.patterns, kind.model.edge_mm, kind.colours,
        kind.pixel,
    )  # fmt: skip
