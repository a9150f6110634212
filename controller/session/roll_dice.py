"""The dice of a logged throw: each as it stands now beside what the eye first read of it, without those left lying."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import dist

from controller.rolls.places import ACROSS, ALONG
from controller.rolls.roll import RolledDie
from controller.session.fold import Step
from controller.session.told import SAME_PLACE_MM, last_throw
from controller.throws.verdict import Throw, ThrownDie


@dataclass(frozen=True, slots=True)
class FirstSeen:
    """A throw's dice as the journal first had them, from the eye or from a person; `names` by their colours."""

    dice: tuple[ThrownDie, ...]
    by_eye: bool
    names: tuple[str, ...] = ()

    def name(self, place: int | None) -> str:
        """Give the name of a die, "" where it is not known."""
        return self.names[place] if place is not None and place < len(self.names) else ""

    def read(self, place: int | None) -> ThrownDie | None:
        """Give what the eye read of a die, None where it read nothing."""
        return self.dice[place] if self.by_eye and place is not None else None


def dice_of(step: Step, first: FirstSeen, board_mm: tuple[float, float] | None) -> tuple[RolledDie, ...]:
    """Give the dice that were thrown, in the order of the first reading, or by name where all have one."""
    now = step.throw.dice if step.throw else first.dice
    places = _places(first.dice, now)
    order = sorted(_thrown(now, step), key=lambda k: (places[k] is None, places[k] or 0, k))
    dice = [_rolled(now[k], first.read(places[k]), first.name(places[k]), step, board_mm) for k in order]
    return tuple(sorted(dice, key=lambda die: die.name) if all(die.name for die in dice) else dice)


def kept_in(step: Step) -> tuple[int, ...]:
    """Give the faces of dice that the game was told were left lying: they are no rolls (GE-6)."""
    return tuple((step.line or {}).get("keep") or ())


def _thrown(dice: Sequence[ThrownDie], step: Step) -> list[int]:
    """Tell which dice were thrown: of those that show a kept face, the ones that lie as before were left lying."""
    left = list(range(len(dice)))
    before = last_throw(step.before) if step.before else None
    for face in kept_in(step):
        same = [k for k in left if dice[k].value == face]
        lay = [k for k in same if _lies_as_before(dice[k], before)]
        if same:
            left.remove((lay or same)[0])
    return left


def _lies_as_before(die: ThrownDie, before: Throw | None) -> bool:
    old = [other for other in before.dice if other.value == die.value] if before else []
    return any(
        other.centre_mm is not None and die.centre_mm is not None
        and dist(other.centre_mm, die.centre_mm) <= SAME_PLACE_MM
        for other in old
    )  # fmt: skip


def _places(first: Sequence[ThrownDie], now: Sequence[ThrownDie]) -> list[int | None]:
    """Find which die of the first reading each one is: a person's correction may name them in another order."""
    left = list(range(len(first)))
    places: list[int | None] = []
    for die in now:
        same = [k for k in left if (first[k].centre_mm, first[k].walls) == (die.centre_mm, die.walls)]
        place = same[0] if same else None
        if place is not None:
            left.remove(place)
        places.append(place)
    return [left.pop(0) if place is None and left else place for place in places]


def _rolled(
    now: ThrownDie, first: ThrownDie | None, name: str, step: Step, board_mm: tuple[float, float] | None
) -> RolledDie:
    return RolledDie(
        value=None if step.open_question else now.value,
        read=first.value if first else None,
        name=name,
        state=now.state,
        tilt_deg=now.tilt_deg,
        rest_mm=now.centre_mm,
        area=area_of(now.centre_mm, board_mm),
        hit_wall=now.hit_wall,
        zones=tuple(touch.zone or touch.wall.value for touch in now.walls),
        support=now.support,
        confidence=first.confidence if first else None,
    )


def area_of(place_mm: tuple[float, float] | None, board_mm: tuple[float, float] | None) -> str:
    """Name the ninth of the board in which a place lies, as the thrower sees it: `far left`; "" where not known."""
    if place_mm is None or board_mm is None:
        return ""
    along, across = (
        names[min(max(int(3 * at / length), 0), 2)]
        for names, at, length in zip((ALONG, ACROSS), place_mm, board_mm, strict=True)
    )
    return f"{along} {across}"
