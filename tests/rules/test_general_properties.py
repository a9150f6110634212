"""General against an independent slow model."""

import random

import pytest
from general_model import BOXES, GeneralModel
from hypothesis import given, settings
from hypothesis import strategies as st
from slow_models import play_both

from controller.rules.general import General

FACES = st.lists(st.integers(1, 6), max_size=6)
LINES = st.one_of(
    st.fixed_dictionaries({"do": st.just("throw"), "dice": FACES}, optional={"keep": FACES}),
    st.fixed_dictionaries({"do": st.just("score"), "box": st.sampled_from([*BOXES, "sevens"])}),
    st.fixed_dictionaries(
        {"do": st.just("draw"), "values": st.dictionaries(st.sampled_from("ABZ"), st.integers(1, 6), max_size=3)}
    ),
)


@settings(max_examples=150, deadline=None)
@given(st.lists(LINES, max_size=40), st.booleans())
def test_the_engine_rules_any_lines_as_the_slow_model_does(lines, start):
    first = [{"do": "draw", "values": {"A": 2, "B": 1}}] if start else []
    play_both(General.set_up({"players": ["A", "B"]}), GeneralModel(["A", "B"]), [*first, *lines])


def sensible_lines(general: General, rng: random.Random):
    """Lines that mostly go on with the game, so that whole games are played."""
    while not general.state()["over"]:
        state = general.state()
        if not state["order"]:
            yield {"do": "draw", "values": {p: rng.randint(1, 6) for p in state["tied"] or state["sheets"]}}
        elif state["throw"] == 0 or (state["throw"] < 3 and rng.random() < 0.7):
            keep = [die for die in state["dice"] if rng.random() < 0.5]
            dice = [rng.randint(1, 6) for _ in range(5 - len(keep))]
            yield {"do": "throw", "dice": dice} | ({"keep": keep} if state["throw"] else {})
        else:
            yield {"do": "score", "box": rng.choice(BOXES)}


@pytest.mark.parametrize("seed", range(12))
def test_whole_games_go_as_in_the_slow_model(seed):
    rng = random.Random(seed)
    players = list("ABCD")[: 1 + seed % 4]
    general = General.set_up({"players": players})
    play_both(general, GeneralModel(players), sensible_lines(general, rng))
    assert general.state()["over"]
