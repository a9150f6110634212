"""Reads a calibrated table: every die with value, place and state, and whether that is sure or a person is asked."""

from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.chips import Disc, find_discs, stack_area
from vision.explain import Explanation, Face, explain, find_faces
from vision.frame import Image
from vision.geometry import DieModel, Floats, Setup
from vision.reading import DieReading, DieState, Support, TableReading
from vision.rectify import TopPlane, Window, pixels_per_mm
from vision.resting import Rest, judge_rest
from vision.segment import (
    Mask,
    body_mask,
    changed_boxes,
    estimated_background,
    light_gain,
    sensitivity,
    tidy,
)
from vision.topface import Patterns, patterns_for

MARGIN_MM = 130.0
"""How far around the inner walls things are looked at: leaning dice, rims, what jumped over the wall."""

LEAST_BODY = 0.2
"""Parts of a top face's area below which a changed place is a speck."""

READABLE_SCORE, READABLE_MARGIN = 0.55, 0.10
"""What a pattern must explain of a face, and how much more than the next value's, to be named."""


@dataclass(frozen=True, eq=False)
class Kind:
    """One size of dice on this table: the plane its top faces lie in and its patterns."""

    model: DieModel
    plane: TopPlane
    patterns: Patterns

    @property
    def edge_px(self) -> float:
        """The edge in pixels of the plane."""
        return self.model.edge_mm * self.plane.scale


@dataclass(frozen=True, eq=False)
class Body:
    """Something that lies on the table: its mask in a window, the rectified picture of it, and what explains it."""

    window: Window
    patch: Image
    mask: Mask
    explanation: Explanation
    discs: tuple[Disc, ...]
    unexplained_mm2: float
    at_border: bool


class TableReader:
    """Reads pictures of one calibrated table; everything that does not change is computed once."""

    def __init__(self, setup: Setup) -> None:
        """Precompute planes and patterns for every size of dice."""
        self._setup = setup
        self._kinds = [self._kind(model) for model in _distinct(setup.dice)]

    def _kind(self, model: DieModel) -> Kind:
        camera, board = self._setup.camera, self._setup.board
        native = pixels_per_mm(camera, board, model.edge_mm)
        scale = float(np.clip(1.6 * native * model.edge_mm, 30, 40)) / model.edge_mm
        plane = TopPlane(camera, board, model.edge_mm, scale, MARGIN_MM)
        return Kind(model, plane, patterns_for(model, native * model.edge_mm))

    def read(self, image: Image, exposed_ns: int = 0, frame: int = 0) -> TableReading:
        """Read one picture (h, w, 3) BGR in which nothing moves."""
        lens = self._setup.camera.lens
        if image.shape[:2] != (lens.height, lens.width):
            return TableReading(
                ok=False,
                reasons=(
                    f"The picture is {image.shape[1]}x{image.shape[0]}, the calibration is for "
                    f"{lens.width}x{lens.height}: calibrate again at this size.",
                ),
                exposed_ns=exposed_ns,
                frame=frame,
            )
        kind = self._kinds[0]
        bodies = self._bodies(image, kind)
        rests = [rest for body in bodies for rest in self._dice_of(body, kind)]
        return self._reading(bodies, rests, kind, exposed_ns, frame)

    def _bodies(self, image: Image, kind: Kind) -> list[Body]:
        measured = self._setup.background
        background = measured or estimated_background(image)
        limits = sensitivity(background.noise, measured is not None)
        gain = light_gain(image, background.image)
        native = pixels_per_mm(self._setup.camera, self._setup.board, kind.plane.z_mm) * kind.model.edge_mm
        least = LEAST_BODY * native**2
        bodies = []
        for left, top, width, height in changed_boxes(image, background.image, limits.change, least, 0.5 * native):
            corners = np.array([[left, top], [left + width, top], [left + width, top + height], [left, top + height]])
            window = kind.plane.window(corners.astype(np.float64), 5.0)
            if window is None:
                continue
            patch, empty = kind.plane.cut(image, window), kind.plane.cut(background.image, window)
            mask = tidy(body_mask(patch, empty, gain, limits), 0.16 * kind.edge_px)
            bodies += self._separate(patch, mask, window, kind)
        return bodies

    def _separate(self, patch: Image, mask: Mask, window: Window, kind: Kind) -> list[Body]:
        count, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
        large = [i for i in range(1, count) if stats[i, cv2.CC_STAT_AREA] >= LEAST_BODY * kind.edge_px**2]
        return [self._body(patch, (labels == i).astype(np.uint8) * np.uint8(255), window, kind) for i in large]

    def _body(self, patch: Image, mask: Mask, window: Window, kind: Kind) -> Body:
        edge = kind.edge_px
        at_border = _touches_border(mask, window, kind.plane)
        depth = cv2.distanceTransform(mask, cv2.DIST_L2, 3).max()
        too_large = np.count_nonzero(mask) > 14 * edge**2 and depth > edge
        faces = [] if too_large else find_faces(patch, mask, kind.patterns, edge)
        faces = [face for face in faces if face.score >= READABLE_SCORE]
        found = explain(kind.plane, window, mask, faces, kind.model.edge_mm)
        rest = _left_over(mask, found, edge)
        drift = _drift(kind.plane, window)
        discs = find_discs(mask, rest, kind.plane.scale, drift, 0.66 * kind.model.edge_mm)
        for disc in discs:
            rest[stack_area(mask, disc, kind.plane.scale, drift) > 0] = 0
        core = cv2.morphologyEx(rest, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))
        unexplained = float(np.count_nonzero(core)) / kind.plane.scale**2
        return Body(window, patch, mask, found, tuple(discs), unexplained, at_border)

    def _dice_of(self, body: Body, kind: Kind) -> list[Rest]:
        alone = len(body.explanation.faces) == 1 and not body.discs
        return [
            judge_rest(
                kind.plane, body.window, body.mask, face, kind.model.edge_mm, self._setup.board, body.discs, alone
            )
            for face in body.explanation.faces
        ]

    def _reading(self, bodies: list[Body], rests: list[Rest], kind: Kind, exposed_ns: int, frame: int) -> TableReading:
        dice, reasons = [], []
        for rest in rests:
            die, reason = _die_reading(rest, kind)
            dice.append(die)
            reasons += [reason] if reason else []
        hand = False
        for body in bodies:
            what = self._strange(body, kind)
            hand = hand or what == "hand"
            if what and what != "hand":
                reasons.append(what)
        wanted = self._setup.dice_count
        if hand and (wanted is None or len(dice) < wanted):
            reasons.append("A hand is in the picture and may hide dice; take it away.")
        order = sorted(range(len(dice)), key=lambda i: dice[i].centre_px)
        return TableReading(tuple(dice[i] for i in order), not reasons, tuple(reasons), exposed_ns, frame, hand)

    def _strange(self, body: Body, kind: Kind) -> str | None:
        """Say what is strange about a body: None, "hand", or a reason to ask."""
        single = kind.model.edge_mm**2
        if body.unexplained_mm2 < 0.45 * single:
            return None
        where = _middle(body.mask) + (body.window.left, body.window.top)
        place = kind.plane.lower(where[None], kind.model.edge_mm / 2)[0]
        outside = _outside(place, self._setup, 0.0)
        if body.at_border and body.unexplained_mm2 > 1.2 * single:
            return "hand"
        if outside:
            return None
        return (
            f"Something at {place[0]:.0f}, {place[1]:.0f} mm is neither a readable die nor a chip; "
            "look there, or take it away."
        )


def _distinct(dice: tuple[DieModel, ...]) -> list[DieModel]:
    """Keep one model of each size, in order."""
    sizes: dict[float, DieModel] = {}
    for model in dice or (DieModel(19.05),):
        same = sizes.setdefault(model.edge_mm, model)
        if same != model:
            sizes[model.edge_mm] = replace(same, pip_radius_mm=None, pip_spacing_mm=None)
    return list(sizes.values())


def _touches_border(mask: Mask, window: Window, plane: TopPlane) -> bool:
    """Say whether a body runs out of the rectified plane: it comes from outside."""
    near = 3
    return bool(
        (window.left < near and mask[:, :near].any())
        or (window.top < near and mask[:near].any())
        or (window.left + window.width > plane.width - near and mask[:, -near:].any())
        or (window.top + window.height > plane.height - near and mask[-near:].any())
    )


def _left_over(mask: Mask, found: Explanation, edge_px: float) -> Mask:
    """Give what of a body the outlines of the chosen dice, a little widened, do not cover."""
    rest = mask.copy()
    size = max(3, round(0.2 * edge_px)) | 1
    widen = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
    for shape in found.outlines:
        rest[cv2.dilate(shape, widen) > 0] = 0
    return rest


def _drift(plane: TopPlane, window: Window) -> Floats:
    """Give how far (2,) in px a point in a window appears to move for each mm that it stands higher."""
    middle = np.array([[window.left + window.width / 2, window.top + window.height / 2]])
    x, y = plane.lower(middle, 0.0)[0]
    low, high = plane.appear(np.array([[x, y, 0.0], [x, y, 10.0]]))
    return np.asarray((high - low) / 10.0, dtype=np.float64)


def _middle(mask: Mask) -> Floats:
    moments = cv2.moments(mask, binaryImage=True)
    return np.array([moments["m10"], moments["m01"]]) / max(moments["m00"], 1.0)


def _outside(place_mm: Floats, setup: Setup, tolerance_mm: float) -> bool:
    low = -tolerance_mm
    return not (
        low <= place_mm[0] <= setup.board.length_mm + tolerance_mm
        and low <= place_mm[1] <= setup.board.width_mm + tolerance_mm
    )


def _die_reading(rest: Rest, kind: Kind) -> tuple[DieReading, str | None]:
    """Turn a judged die into its reading and, where a person is to be asked, the reason."""
    face, edge = rest.face, kind.model.edge_mm
    reason, state = None, rest.state
    if face.margin < READABLE_MARGIN and state is not DieState.OFF_BOARD:
        state = DieState.UNREADABLE
        reason = f"The die at {rest.x_mm:.0f}, {rest.y_mm:.0f} mm could be {_likeliest(face)}; look again."
    elif rest.doubt:
        reason = f"The die at {rest.x_mm:.0f}, {rest.y_mm:.0f} mm {rest.doubt}; look again."
    centre = np.array([[rest.x_mm, rest.y_mm, rest.z_mm]])
    pixel = kind.plane.camera.project(centre)[0]
    shares = _shares(face)
    reading = DieReading(
        value=face.value if state is not DieState.UNREADABLE else None,
        state=state,
        centre_px=(float(pixel[0]), float(pixel[1])),
        centre_mm=(rest.x_mm, rest.y_mm),
        edge_px=float(edge * pixels_per_mm_at(kind, rest)),
        angle_deg=float(np.degrees(face.turn) % 90.0),
        tilt_deg=rest.tilt_deg,
        support=rest.support,
        confidence=shares[0][1],
        alternatives=tuple(shares[1:3]),
    )
    return reading, reason


def pixels_per_mm_at(kind: Kind, rest: Rest) -> float:
    """Give the picture's resolution at a die."""
    base = np.array([[rest.x_mm, rest.y_mm, kind.plane.z_mm]])
    points = kind.plane.camera.project(base + np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0]]))
    a, b = points[1] - points[0], points[2] - points[0]
    return float(np.sqrt(abs(a[0] * b[1] - a[1] * b[0])))


def _shares(face: Face) -> list[tuple[int, float]]:
    """Give every value's probability, likeliest first: evidence on a soft-max scale."""
    evidence = np.array(face.evidence)
    weights = np.exp((evidence - evidence.max()) * 45.0)
    weights /= weights.sum()
    return [(int(i) + 1, float(weights[i])) for i in np.argsort(-weights)]


def _likeliest(face: Face) -> str:
    first, second = (value for value, _ in _shares(face)[:2])
    return f"a {first} or a {second}"


__all__ = ["Support", "TableReader"]
