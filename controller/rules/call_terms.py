"""When a call of the source may be made: what was moved, what needs exact dice or a situation, what is crude.

Every departure from the source stands here with its reason (games.md A.0, decisions 12 and 16).
"""

from dataclasses import dataclass

from controller.rules.dice import TOTALS, Pair


@dataclass(frozen=True, slots=True)
class Move:
    """A call that is made for another total than the source's heading says."""

    total: int
    why: str


@dataclass(frozen=True, slots=True)
class Terms:
    """What must be true for a call: the dice (sorted), the situation, and what the don't bets bar at this table."""

    pairs: frozenset[Pair] | None = None
    situations: frozenset[str] | None = None
    bars: frozenset[int] | None = None
    why: str = ""


def _exactly(*pairs: Pair, why: str, during: frozenset[str] | None = None) -> Terms:
    return Terms(pairs=frozenset(pairs), situations=during, why=why)


def _only(*situations: str, why: str, bars: frozenset[int] | None = None) -> Terms:
    return Terms(situations=frozenset(situations), bars=bars, why=why)


_LOST = frozenset({"seven_out"})
_NAMES_DICE = "names or pictures these faces"
_IT_IS_LOST = "says that the shooter has lost"
_COUPLE = "two alike, side by side: a square pair"

PAIR_OF_HEADING: dict[str, Pair] = {"four 2-2": (2, 2), "four 1-3": (1, 3)}

MOVED: dict[tuple[str, str], Move] = {
    ("three", "Phoebe"): Move(5, "Phoebe is the five of fever five; the source has her under five too"),
    ("three", "Little Phoebe"): Move(5, "Little Phoebe is traditionally the five, as the source says under five"),
    ("six", "Big Red, catch’em in the corner"): Move(7, "Big Red is the seven: its bet stands in the layout's corner"),
}

TERMS: dict[tuple[str, str], Terms] = {
    ("two", "push the don’t"): _only("craps", bars=frozenset({2}), why="two pushes the don't only where it is barred"),
    ("two", "swallow the come, bang em’ twice in the field"): _only(
        "no_decision",
        bars=frozenset(TOTALS),
        why="come bets lie on a layout with come and don't come, and only while there is a point",
    ),
    ("three", "winner on the darkside"): _only(
        "craps", bars=frozenset(TOTALS) - {3}, why="the don't wins with three on the come-out, unless three is barred"
    ),
    ("five", "cocktail waitress, a pair and a trey"): _exactly((2, 3), why=_NAMES_DICE),
    ("five", "thirty-two juice roll"): _exactly((2, 3), why=_NAMES_DICE),
    ("six", "easy six is good, hard six is better"): _exactly((1, 5), (2, 4), why="an easy six"),
    ("six", "pair-o-treys, waiter’s roll"): _exactly((3, 3), why=_NAMES_DICE),
    ("six", "two rows of rabbit crap"): _exactly((3, 3), why=_NAMES_DICE),
    ("seven", "Benny Blue, you’re all through"): _only("seven_out", why=_IT_IS_LOST),
    ("seven", "cinco dos, adios"): _exactly((2, 5), why="names these faces and says goodbye", during=_LOST),
    ("seven", "five two, you’re all through"): _exactly((2, 5), why=_IT_IS_LOST, during=_LOST),
    ("seven", "front line winner, back line skinner"): _only("natural", why="a come-out seven wins"),
    ("seven", "grab the money"): _only("natural", why="a come-out seven wins, and the shooter takes the bank"),
    ("seven", "seven out, stickman sucks"): _only("seven_out", why=_IT_IS_LOST),
    ("seven", "six ace, end of the race"): _exactly((1, 6), why=_IT_IS_LOST, during=_LOST),
    ("seven", "six one, you’re all done"): _exactly((1, 6), why=_IT_IS_LOST, during=_LOST),
    ("seven", "seven’s a bruiser, the front line’s a loser"): _only("seven_out", why=_IT_IS_LOST),
    ("seven", "up pops the devil"): _only("seven_out", why=_IT_IS_LOST),
    ("seven", "warm beer, cold dice"): _only("seven_out", why="dice are cold when they lose"),
    ("eight", "a square pair, like mom and dad"): _exactly((4, 4), why=_NAMES_DICE),
    ("eight", "the windows"): _exactly((4, 4), why=_NAMES_DICE),
    ("eight", "Hardways hoppin’, but no ones shopping"): _exactly((4, 4), why="hardways hop only with a hard eight"),
    ("eight", "Donnie and Marie"): _exactly((4, 4), why=_COUPLE),
    ("eight", "Ozzie and Harriet"): _exactly((4, 4), why=_COUPLE),
    ("nine", "What shot Jesse James? A forty-five"): _exactly((4, 5), why=_NAMES_DICE),
    ("ten", "fifty-five to stay alive"): _exactly((5, 5), why=_NAMES_DICE),
    ("ten", "pair of sunflowers"): _exactly((5, 5), why=_NAMES_DICE),
    ("ten", "pair-a-roses"): _exactly((5, 5), why=_NAMES_DICE),
    ("ten", "puppy paws"): _exactly((5, 5), why=_NAMES_DICE),
    ("ten", "two stars from mars"): _exactly((5, 5), why=_NAMES_DICE),
    ("ten", "ten the hard way, ladies delight"): _exactly((5, 5), why="the hard ten"),
    ("ten", "sixty-four, out the door"): _exactly((4, 6), why=_NAMES_DICE),
    ("ten", "tallest point in the joint"): _only("point", "pass", why="speaks of ten as the point"),
    ("twelve", "smoke the line, toke the don’t"): _only(
        "craps",
        bars=frozenset(TOTALS) - {12},
        why="the line loses on the come-out; the don't gains unless 12 is barred",
    ),
}

# Sexual, crude, or of drugs: not for a table with children. In doubt a call stands here.
CRUDE: frozenset[tuple[str, str]] = frozenset(
    {
        ("two", "just a lil’ crap"),
        ("two", "pair of nipples"),
        ("two", "swallow the come, bang em’ twice in the field"),
        ("four 2-2", "hit us in the tu tu"),
        ("five", "cocktail waitress, a pair and a trey"),
        ("six", "two rows of rabbit crap"),
        ("seven", "seven out, stickman sucks"),
        ("ten", "Big ten, ladies’ best friend"),
        ("ten", "ten the hard way, ladies delight"),
        ("ten", "the throat tickler"),
        ("eleven", "crap on the bottom"),
        ("eleven", "yo mamma"),
        ("twelve", "second biggest pair on the table"),
        ("twelve", "smoke the line, toke the don’t"),
    }
)
