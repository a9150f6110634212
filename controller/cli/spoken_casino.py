"""How people talk at casino craps: bets by name, number and amount."""

from collections.abc import Sequence
from typing import Any

from controller.cli.phrases import Line, Make, State, Vocabulary, amount_of, named_first, names_in
from controller.errors import ProtocolError
from controller.rules.casino.kinds import COMES, KINDS

ALIASES = {
    "pass line": "pass",
    "line": "pass",
    "don't pass": "dont_pass",
    "don't come": "dont_come",
    "place to lose": "place_lose",
    "big 6": "big6",
    "big 8": "big8",
    "hardway": "hard",
    "any seven": "any7",
    "any 7": "any7",
    "seven": "any7",
    "any craps": "anycraps",
    "aces": "two",
    "yo": "eleven",
    "boxcars": "twelve",
    "c and e": "ce",
    "c&e": "ce",
}
NAMES = ALIASES | {kind.replace("_", " "): kind for kind in KINDS} | {kind: kind for kind in KINDS}
LONGEST_NAME = 3
NUMBERED = frozenset({"place", "place_lose", "buy", "lay", "put", "hard", "repeater", "horn_high"})
EXAMPLE = "bet Ann place 6 12"


def _kind(words: Sequence[str]) -> tuple[str, list[str]]:
    """Take the name of a bet off the beginning."""
    for count in range(LONGEST_NAME, 0, -1):
        said = " ".join(words[:count]).lower().replace("’", "'")
        if len(words) >= count and said in NAMES:
            return NAMES[said], list(words[count:])
    raise ProtocolError(f"Say which bet, as in: {EXAMPLE}. The bets are: {', '.join(KINDS).replace('_', ' ')}.")


def _box(words: Sequence[str], travelled: bool) -> tuple[Line, list[str]]:
    """Read which box is meant: kind, parent of odds, number. `travelled`: a come bet may name the number it is on."""
    kind, rest = _kind(words)
    box: dict[str, Any] = {"kind": kind}
    behind = kind
    if kind == "odds":
        rest = rest[1:] if rest[:1] in (["on"], ["behind"]) else rest
        behind, rest = _kind(rest) if rest and not rest[0][:1].isdecimal() else ("pass", rest)
        box["parent"] = behind
    if kind == "hop":
        faces = " ".join(rest).replace("-", " ").split()
        box["number"], rest = [_number(face) for face in faces[:2]], faces[2:]
    elif kind in NUMBERED or (kind == "odds" and behind in (*COMES, "put")) or (travelled and kind in COMES and rest):
        box["number"], rest = _number(rest[0] if rest else ""), rest[1:]
    return box, rest


def _number(word: str) -> int:
    if not word.isdecimal():
        raise ProtocolError(f"Say the number of the bet, as in: {EXAMPLE}, or: bet Ann hop 5 6 1")
    return int(word)


def _about(action: str, amount_needed: bool) -> Make:
    def make(rest: list[str], state: State) -> Line:
        seat, more = named_first(rest, state)
        box, left = _box(more, travelled=action != "bet")
        line = {action: box.pop("kind"), **box, **_seat(seat, state)}
        if amount_needed or left:
            line["amount"] = amount_of(" ".join(left), EXAMPLE)
        return line

    return make


def _call(on: bool) -> Make:
    def make(rest: list[str], state: State) -> Line:
        seat, more = named_first(rest, state)
        box, _ = _box(more, travelled=True)
        return {"working": box.pop("kind"), **box, "on": on, **_seat(seat, state)}

    return make


def _seat(seat: str | None, state: State) -> Line:
    """Name the seat where there are several: the shooter's, unless somebody else is named."""
    if "seats" not in state:
        return {}
    return {"seat": seat or state.get("shooter") or names_in(state)[0]}


CASINO = Vocabulary(
    """\
bet pass 10         the shooter bets; `bet Bob dont pass 10`: another player does. Some bets have a number:
                    bet place 6 12, bet hard 8 5, bet odds come 9 40, bet hop 5 6 1, bet horn high 12 5
press place 6 12    12 more on place 6; without an amount as much again
down place 6        take a bet down; with an amount only so much of it
on place 6, off ..  call a bet on or off
throw               throw the dice (at the simulated table)
correct 3 4         the dice show 3 and 4""",
    (
        (("bet",), _about("bet", amount_needed=True)),
        (("press",), _about("press", amount_needed=False)),
        (("down",), _about("take_down", amount_needed=False)),
        (("on",), _call(True)),
        (("off",), _call(False)),
    ),
)
