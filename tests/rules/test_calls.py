"""The stick calls: SC-40 to SC-42 and decisions 12 and 16 of games.md A.0."""

import itertools
from pathlib import Path

import pytest

from controller.rules import calls
from controller.rules.call_data import CALLS_BY_HEADING
from controller.rules.call_terms import CRUDE, MOVED, TERMS
from controller.rules.calls import CALLS, SITUATIONS, choose_call, fitting_calls
from controller.rules.dice import ALL_PAIRS, number_word
from controller.rules.street_table import come_out_result, point_result

POINTS = (4, 5, 6, 8, 9, 10)
BY_TEXT = {text: [call for call in CALLS if call.text == text] for text in {call.text for call in CALLS}}


def can_happen():
    """Every throw of two dice with every situation it can make."""
    for dice in ALL_PAIRS:
        yield dice, come_out_result(sum(dice))
        yield from {(dice, point_result(sum(dice), point)) for point in POINTS}


def texts(dice, situation, **choice):
    return {call.text for call in fitting_calls(dice, situation, **({"family": False} | choice))}


def test_SC_40_all_116_calls_stand_under_the_sources_headings():
    counts = {heading: len(calls) for heading, calls in CALLS_BY_HEADING.items()}
    assert counts == {
        "come out": 1,
        "two": 16,
        "three": 20,
        "four 2-2": 6,
        "four 1-3": 2,
        "five": 8,
        "six": 9,
        "seven": 11,
        "eight": 6,
        "nine": 8,
        "ten": 11,
        "eleven": 6,
        "twelve": 12,
    }
    assert len(CALLS) == 116
    assert {call.heading for call in CALLS if call.text == "craps"} == {"two", "three", "twelve"}


def test_SC_40_calls_are_quoted_with_the_sources_glosses():
    assert BY_TEXT["snake eyes"][0].gloss == ""
    assert BY_TEXT["Little Joe"][0].gloss == "маленький Джо"
    assert BY_TEXT["Phoebe"][0].gloss == "Фиби"
    cyrillic = [call.text for call in CALLS if any("а" <= sign <= "я" for sign in call.text.casefold())]
    assert cyrillic == []


def test_decision_16_what_was_moved_from_the_source_and_why():
    moved = {(call.heading, call.text): call.total for call in CALLS if _heading_total(call.heading) != call.total}
    assert moved == {
        ("three", "Phoebe"): 5,
        ("three", "Little Phoebe"): 5,
        ("six", "Big Red, catch’em in the corner"): 7,
    }
    assert moved.keys() == MOVED.keys()
    assert all(move.why for move in MOVED.values())


def _heading_total(heading):
    return next((total for total in range(2, 13) if number_word(total) == heading.split()[0]), None)


def test_every_term_names_a_call_of_the_source_and_its_reason():
    known = {(call.heading, call.text) for call in CALLS}
    assert TERMS.keys() <= known
    assert known >= CRUDE
    assert all(terms.why for terms in TERMS.values())
    for terms in TERMS.values():
        assert terms.situations is None or terms.situations <= SITUATIONS
        assert all(pair == tuple(sorted(pair)) for pair in terms.pairs or ())


def test_every_call_can_be_made_at_some_table():
    made = {COME_OUT_CALL}
    for (dice, situation), bar in itertools.product(set(can_happen()), (2, 3, 12)):
        made |= {(call.heading, call.text) for call in fitting_calls(dice, situation, family=False, bar=bar)}
    assert made == {(call.heading, call.text) for call in CALLS}


COME_OUT_CALL = ("come out", "the less you bet, the more you lose when you don’t win")


def test_a_call_is_made_only_for_its_total():
    for dice, situation in can_happen():
        assert all(call.total == sum(dice) for call in fitting_calls(dice, situation, family=False))


def test_decision_12_a_come_out_seven_is_a_winner_and_a_seven_out_is_not():
    for dice in ((1, 6), (5, 2), (3, 4)):
        won, lost = texts(dice, "natural"), texts(dice, "seven_out")
        assert won & lost == {"Big Red, catch’em in the corner"}
        assert "front line winner, back line skinner" in won
        assert not any(word in text for text in won for word in ("loser", "through", "done", "adios", "out", "devil"))
        assert "seven’s a bruiser, the front line’s a loser" in lost
        assert not any("winner" in text or "grab" in text for text in lost)


@pytest.mark.parametrize(
    ("text", "pairs"),
    [
        ("Little Joe", {(2, 2)}),
        ("ace trey, the easy way", {(1, 3)}),
        ("thirty-two juice roll", {(2, 3)}),
        ("cocktail waitress, a pair and a trey", {(2, 3)}),
        ("easy six is good, hard six is better", {(1, 5), (2, 4)}),
        ("pair-o-treys, waiter’s roll", {(3, 3)}),
        ("two rows of rabbit crap", {(3, 3)}),
        ("cinco dos, adios", {(2, 5)}),
        ("five two, you’re all through", {(2, 5)}),
        ("six ace, end of the race", {(1, 6)}),
        ("six one, you’re all done", {(1, 6)}),
        ("a square pair, like mom and dad", {(4, 4)}),
        ("the windows", {(4, 4)}),
        ("What shot Jesse James? A forty-five", {(4, 5)}),
        ("pair of sunflowers", {(5, 5)}),
        ("pair-a-roses", {(5, 5)}),
        ("puppy paws", {(5, 5)}),
        ("fifty-five to stay alive", {(5, 5)}),
        ("ten the hard way, ladies delight", {(5, 5)}),
        ("sixty-four, out the door", {(4, 6)}),
    ],
)
def test_decision_12_calls_that_name_faces_need_exactly_these(text, pairs):
    made = {tuple(sorted(dice)) for dice, situation in can_happen() if text in texts(dice, situation)}
    assert made == pairs


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("push the don’t", {("craps", 2)}),
        ("winner on the darkside", {("craps", 2), ("craps", 12)}),
        ("smoke the line, toke the don’t", {("craps", 2), ("craps", 3)}),
        (
            "swallow the come, bang em’ twice in the field",
            {("no_decision", 2), ("no_decision", 3), ("no_decision", 12)},
        ),
    ],
)
def test_decision_16_calls_about_bets_only_where_they_are_true(text, expected):
    made = {
        (situation, bar)
        for (dice, situation), bar in itertools.product(set(can_happen()), (2, 3, 12))
        if text in texts(dice, situation, bar=bar)
    }
    assert made == expected


def test_family_tables_hear_no_crude_call():
    crude = {text for _, text in CRUDE}
    assert {"pair of nipples", "yo mamma"} <= crude
    for (dice, situation), turn in itertools.product(set(can_happen()), range(40)):
        assert choose_call(dice, situation, family=True, turn=turn) not in crude


def test_a_call_is_chosen_by_the_turn_alone_and_all_have_their_turn():
    for dice, situation in set(can_happen()):
        first = [choose_call(dice, situation, family=False, turn=turn) for turn in range(40)]
        assert first == [choose_call(dice, situation, family=False, turn=turn) for turn in range(40)]
        assert set(first) == texts(dice, situation) or first == [number_word(sum(dice)).capitalize()] * 40


def test_every_throw_gets_a_call_even_at_a_family_table():
    for dice, situation in can_happen():
        assert choose_call(dice, situation, family=True, turn=0)


def test_the_coming_out_has_its_own_call():
    assert choose_call(None, "come_out", family=True, turn=3) == COME_OUT_CALL[1]


def test_nothing_is_called_for_a_void_throw_or_no_dice():
    assert choose_call((3, 4), "void", family=False, turn=0) == ""
    assert choose_call(None, "natural", family=False, turn=0) == ""
    assert choose_call((3, 4), "", family=False, turn=0) == ""


def test_SC_42_in_a_busy_game_only_the_number_is_called():
    assert [choose_call((a, 6), "no_decision", family=True, turn=9, busy=True) for a in (1, 2, 5, 6)] == [
        "Seven",
        "Eight",
        "Eleven",
        "Twelve",
    ]
    assert choose_call(None, "come_out", family=True, turn=0, busy=True) == ""


def test_SC_42_a_players_call_is_picked_up_where_it_fits():
    for turn in range(5):
        assert choose_call((1, 1), "craps", family=True, turn=turn, heard="SNAKE-EYES!") == "snake eyes"
        assert choose_call((6, 6), "craps", family=True, turn=turn, heard="snake eyes") != "snake eyes"
        assert choose_call((1, 1), "craps", family=True, turn=turn, heard="pair of nipples") != "pair of nipples"


def test_a_total_without_a_fitting_call_is_called_by_its_number(monkeypatch):
    monkeypatch.setattr(calls, "CALLS", tuple(call for call in CALLS if call.total != 8))
    assert choose_call((2, 6), "point", family=True, turn=0) == "Eight"


@pytest.mark.shared
def test_SC_40_the_calls_are_the_sources_word_for_word():
    sources = sorted((Path(__file__).parents[3] / "shared" / "seeds").glob("000_*.txt"))
    if not sources:
        pytest.skip("the source documents are not beside the project")
    text = sources[0].read_text(encoding="utf-8")
    quoted = [line.removeprefix("•").strip() for line in text.splitlines() if line.startswith("•")]
    assert [f"{call.text} - {call.gloss}" if call.gloss else call.text for call in CALLS] == quoted
