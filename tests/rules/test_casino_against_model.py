"""The engine against a slow second reading of the rules, on games nobody would play."""

from fractions import Fraction

from casino_model import KINDS, ONE_ROLL, SETTING_OF, Model
from casino_play import accepts, new_game
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.rules.money import whole_units

ALL_KINDS = sorted({*KINDS, *ONE_ROLL, *SETTING_OF})
PARENTS = st.sampled_from(["pass", "dont_pass", "come", "dont_come", "put"])
CENTS = st.one_of(st.integers(1, 4000), st.sampled_from([500, 1000, 2000, 6000, 33, 20]))
ON_OFF = st.sampled_from(["on", "off"])
HOUSES = st.fixed_dictionaries(
    {},
    optional={
        "bar": st.sampled_from([2, 3, 12]),
        "field": st.fixed_dictionaries({}, optional={"2": st.integers(1, 3), "12": st.integers(1, 3)}),
        "odds": st.sampled_from(["3-4-5x", "none", "1x", "2x", "100x"]),
        "come_out": st.dictionaries(
            st.sampled_from(["place", "buy", "lay", "hard", "come_odds", "dc_odds", "big", "place_lose", "put"]), ON_OFF
        ),
        "vig": st.sampled_from(["upfront", "on_win"]),
        "vig_rounding": st.sampled_from(["none", "floor", "nearest", "ceil"]),
        "vig_min": st.sampled_from([0, 1, 0.25]),
        "hop": st.just({"easy": 14, "hard": 29}),
        "table_min": st.sampled_from([0.01, 5]),
        "table_max": st.sampled_from([None, 25]),
        "payout_rounding": st.sampled_from(["cent", "unit"]),
    },
)


BETS = st.fixed_dictionaries(
    {"amount": CENTS.map(whole_units)},
    optional={"working": st.booleans()},
)
NUMBERED = ("place", "place_lose", "buy", "lay", "put", "hard", "horn_high", "repeater")
ROLLS = st.lists(st.integers(1, 6), min_size=2, max_size=2)


@st.composite
def boxes(draw):
    kind = draw(st.sampled_from([*ALL_KINDS, *("pass", "dont_pass", "come", "dont_come") * 3]))
    if kind == "hop":
        return kind, {"number": draw(ROLLS)}
    if kind in NUMBERED:
        return kind, {"number": draw(st.integers(2, 12))}
    if kind == "odds":
        parent = draw(PARENTS)
        number = {} if parent in ("pass", "dont_pass") else {"number": draw(st.sampled_from([4, 5, 6, 8, 9, 10]))}
        return kind, {"parent": parent, **number}
    return kind, {}


@st.composite
def bets(draw):
    kind, place = draw(boxes())
    return {"bet": kind, **place, **draw(BETS)}


# What is done to the nth bet that stands: `touch` becomes a line when its turn comes.
TOUCHES = st.fixed_dictionaries(
    {"touch": st.integers(0, 20)},
    optional={"amount": CENTS.map(whole_units), "on": st.booleans(), "odds": CENTS.map(whole_units)},
)
LINES = st.one_of(ROLLS.map(lambda dice: {"roll": dice}), bets(), bets(), TOUCHES, TOUCHES)


def line_of(played, state):
    """Turn a touch into a line about a bet that stands: odds behind it, a call, or taking it down."""
    if "touch" not in played:
        return played
    if not state["bets"]:
        return {"take_down": "come", "number": 6}
    bet = state["bets"][played["touch"] % len(state["bets"])]
    place = {name: bet[name] for name in ("number", "parent") if bet[name] is not None}
    if "odds" in played and bet["bet"] in ("pass", "dont_pass", "come", "dont_come", "put"):
        return {"bet": "odds", **place, "parent": bet["bet"], "amount": played["odds"]}
    if "on" in played:
        return {"working": bet["bet"], **place, "on": played["on"]}
    return {"take_down": bet["bet"], **place, **({"amount": played["amount"]} if "amount" in played else {})}


def standing(state):
    return {
        (b["bet"], tuple(b["number"]) if isinstance(b["number"], list) else b["number"], b["parent"]): Fraction(
            str(b["amount"])
        )
        for b in state["bets"]
    }


def resolved_of(answer):
    return sorted(
        (one["bet"], str(one["number"]), str(one["parent"]), one["result"], str(one["stake"]), str(one["profit"]))
        for one in answer["resolved"]
    )


def as_answer(resolved):
    return sorted(
        (
            key[0],
            str(list(key[1]) if isinstance(key[1], tuple) else key[1]),
            str(key[2]),
            result,
            str(whole_units(int(stake * 100))),
            str(whole_units(int(profit * 100))),
        )
        for key, result, stake, profit in resolved
    )


def check_same(game, model):
    state = game.state()
    assert Fraction(str(state["cash"])) == model.cash
    assert standing(state) == model.bets
    assert state["point"] == model.point
    for one in state["bets"]:
        number = tuple(one["number"]) if isinstance(one["number"], list) else one["number"]
        assert one["working"] == model.works((one["bet"], number, one["parent"]))


@settings(max_examples=120, deadline=None)
@given(HOUSES, st.lists(LINES, min_size=40, max_size=80))
def test_any_game_goes_as_the_second_reading_says(house, played):
    game, model = new_game(500, **house), Model(500, house)
    for one in played:
        line = line_of(one, game.state())
        if "roll" in line:
            if game.state()["over"]:
                return
            answer = game.do(line).answer
            resolved, net = model.roll(*line["roll"])
            assert resolved_of(answer) == as_answer(resolved)
            assert Fraction(str(answer["net"])) == net
        else:
            assert accepts(game, line) == model.accepts(line), line
        check_same(game, model)
