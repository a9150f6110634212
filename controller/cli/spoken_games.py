"""How people talk at bank craps, General and baccarat."""

from collections.abc import Sequence

from controller.cli.phrases import (
    Line,
    State,
    Vocabulary,
    amount_of,
    faces_of,
    named_first,
    names_in,
    plain_phrase,
    player_phrase,
)
from controller.errors import ProtocolError
from controller.rules.baccarat_cards import RANKS, SIDES
from controller.rules.general_scores import BOXES

# -- bank craps -------------------------------------------------------------------------------------------------------


def _first(rest: list[str], state: State) -> Line:
    """`first 10` is the thrower's, `first Cid 5` another ponte's."""
    player, more = named_first(rest, state)
    example = "first 10, or first NAME 10"
    return {"do": "first", "player": player or _thrower(state), "amount": amount_of(" ".join(more), example)}


def _band(rest: list[str], state: State) -> Line:
    """`band low 4` is the thrower's, `band Cid low 4` another ponte's."""
    player, more = named_first(rest, state)
    example = f"band {next(iter(state['bands']), 'low')} 4, or band NAME low 4"
    if len(more) < 2:
        raise ProtocolError(f"Say which band and how much: {example}")
    said = " ".join(more[:-1]).casefold()
    band = next((name for name in state["bands"] if name.casefold() == said), said)
    return {"do": "band", "player": player or _thrower(state), "band": band, "amount": amount_of(more[-1], example)}


def _thrower(state: State) -> str:
    if not state["thrower"]:
        raise ProtocolError("Say who: nobody throws now.")
    return str(state["thrower"])


BANK = Vocabulary(
    """\
first 10            the thrower stakes 10 on the first jet; `first Cid 5`: another ponte does
withdraw [Cid]      take a first-jet stake back, before the postillon is set
band low 4          the thrower bets 4 on a band for the next throw; `band Cid low 4`: another ponte does
throw               throw the dice (at the simulated table)
correct 3 4         the dice show 3 and 4""",
    (
        (("first",), _first),
        (("withdraw",), player_phrase("withdraw_first", "thrower", "withdraw")),
        (("band",), _band),
    ),
)

# -- General ----------------------------------------------------------------------------------------------------------


def _draw(rest: list[str], state: State) -> Line:
    """Give one die each, in the order of the players who draw."""
    names = state["tied"] or names_in(state)
    faces = faces_of(rest)
    if len(faces) != len(names):
        raise ProtocolError(f"Say the die of each, in this order: {', '.join(names)}. For example: draw 4 2")
    return {"do": "draw", "values": dict(zip(names, faces, strict=True))}


def _keep(rest: list[str], _state: State) -> Line:
    if rest and rest != ["none"] and not faces_of(rest):
        raise ProtocolError("Say the faces to keep, as in: keep 2 2; or keep none")
    return {"do": "keep", "values": faces_of(rest)}


def _score(rest: list[str], _state: State) -> Line:
    box = "_".join(rest).lower()
    if not box:
        raise ProtocolError(f"Say which box, as in: score twos. There are: {', '.join(BOXES).replace('_', ' ')}.")
    return {"do": "score", "box": box}


GENERAL = Vocabulary(
    """\
draw 4 2            one die each for the start, in the order of the players
throw               throw the dice that are not kept (at the simulated table)
keep 2 2            these dice stay as they lie, or beside the board; the others are thrown. `keep none`: all five are
score full house    fill a box
correct 2 2 5 5 1   the five dice show this, kept ones and all""",
    (
        (("draw",), _draw),
        (("keep",), _keep),
        (("score",), _score),
    ),
)

# -- baccarat ---------------------------------------------------------------------------------------------------------


def _bet(rest: list[str], state: State) -> Line:
    seat, more = named_first(rest, state)
    names = names_in(state)
    example = f"bet {names[0]} banker 100"
    if seat is None and len(names) > 1:
        raise ProtocolError(f"Say who bets on what and how much: {example}")
    if len(more) != 2 or more[0].lower() not in SIDES:
        raise ProtocolError(f"Say which side of {', '.join(SIDES)}, and how much: {example}")
    return {"do": "bet", "seat": seat or names[0], "side": more[0].lower(), "amount": amount_of(more[1], example)}


def _cards(words: list[str], _state: State) -> Sequence[Line]:
    """Read ranks; nothing where one of the words is none."""
    ranks = [word.upper() for word in words]
    return [{"do": "card", "rank": rank} for rank in ranks] if all(rank in RANKS for rank in ranks) else []


def _card(rest: list[str], state: State) -> Line:
    lines = _cards(rest, state)
    if len(lines) != 1:
        raise ProtocolError(f"Say the rank of one card: {', '.join(RANKS)}.")
    return lines[0]


BACCARAT = Vocabulary(
    """\
bet Ann banker 100  a seat bets on player, banker or tie, before the deal
deal                no more bets; the cards are dealt
9, J, a, 10         the card that was opened; several with blanks: 9 J 7 Q""",
    (
        (("bet",), _bet),
        (("deal",), plain_phrase({"do": "deal"})),
        (("card",), _card),
    ),
    _cards,
)
