"""The referee protocol (referee.md): which lines are answered, refused or errors, and that none ends the process."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.rules.referee import MAX_LINE_BYTES, Referee
from controller.rules.street import Street

SETUP = b'{"players":["A","B"],"stacks":{"A":100,"B":100},"first_shooter":"A"}'


def begun(*lines: bytes) -> Referee:
    referee = Referee(Street)
    for line in (SETUP, *lines):
        assert ruling(referee, line) == "ok"
    return referee


def answer(referee: Referee, line: bytes):
    return json.loads(referee.answer(line))


def ruling(referee: Referee, line: bytes) -> str:
    return answer(referee, line)["ruling"]


def in_round() -> Referee:
    return begun(b'{"do":"stake","amount":20}', b'{"do":"fade","amount":15}')


def test_the_transcript_of_the_protocol():
    referee = Referee(Street)
    assert answer(referee, SETUP) == {
        "ruling": "ok",
        "state": {
            "shooter": "A",
            "fader": "B",
            "thrower": "A",
            "bank": 0,
            "stake": 0,
            "fade": 0,
            "point": None,
            "stacks": {"A": 100, "B": 100},
            "phase": "stake",
            "over": False,
        },
    }
    staked = answer(referee, b'{"do":"stake","amount":20}')
    assert staked["ruling"] == "ok"
    assert (staked["state"]["bank"], staked["state"]["stacks"]["A"], staked["state"]["phase"]) == (20, 80, "fade")
    faded = answer(referee, b'{"do":"fade","amount":15}')
    assert (faded["state"]["bank"], faded["state"]["stacks"]["B"], faded["state"]["phase"]) == (35, 85, "come_out")
    thrown = answer(referee, b'{"do":"throw","dice":[4,2],"wall":[true,false]}')
    assert (thrown["ruling"], thrown["state"]["point"], thrown["state"]["thrower"]) == ("point+warning", 6, "A")
    made = answer(referee, b'{"do":"throw","dice":[5,1]}')
    assert made["ruling"] == "pass"
    assert made["state"] == {
        "shooter": "A",
        "fader": "B",
        "thrower": "A",
        "bank": 0,
        "stake": 0,
        "fade": 0,
        "point": None,
        "stacks": {"A": 115, "B": 85},
        "phase": "stake",
        "over": False,
    }


def test_whole_amounts_are_printed_as_integers_and_others_exactly():
    referee = begun()
    assert '"bank": 20,' in referee.answer(b'{"do":"stake","amount":20.00}')
    assert '"bank": 100,' in referee.answer(b'{"do":"stake","amount":1e2}')
    assert '"bank": 0.1,' in referee.answer(b'{"do":"stake","amount":0.1}')
    assert '"A": 40.5,' in referee.answer(b'{"do":"stake","amount":59.50}')


BAD_AMOUNTS = (
    *(b"0.001", b"-5", b"NaN", b"Infinity", b"-Infinity", b'"5"', b"null", b"true", b"[5]", b"{}", b"1000000000.01"),
    *(b"1e400", b"1e99999999999999999999", b"1e-99999999999999999999", b"9" * 5000, b"101", b"0"),
)


@pytest.mark.parametrize("amount", BAD_AMOUNTS)
def test_every_bad_amount_is_refused(amount):
    referee = begun()
    before = answer(referee, b'{"do":"box_up","player":"A"}')["state"]
    refused = answer(referee, b'{"do":"stake","amount":%s}' % amount)
    assert refused["ruling"] == "refused"
    assert refused["state"] == before
    assert refused["reason"].endswith(".")
    assert ruling(referee, b'{"do":"stake","amount":5}') == "ok"


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"", "blank"),
        (b"  \t", "blank"),
        (b"hello", "not JSON"),
        (b'{"do":"stake","amount":5', "not JSON"),
        (b'{"do":"stake","amount":.5}', "not JSON"),
        (b'{"do":"box_up","player":"A"} {}', "not JSON"),
        (b"5", "must be a JSON object"),
        (b'["do","stake"]', "must be a JSON object"),
        (b"NaN", "must be a JSON object"),
        (b"[" * 200_000, "nested too deeply"),
        (b'{"do":"box_up","player":"\xff"}', "not valid UTF-8"),
        (b"{}", "names itself in `do`"),
        (b'{"do":5}', "names itself in `do`"),
        (b'{"do":["stake"]}', "names itself in `do`"),
        (b'{"do":"Stake","amount":5}', "Unknown action"),
        (SETUP, "names itself in `do`"),
        (b'{"do":"stake"}', "`amount` is missing"),
        (b'{"do":"stake","amount":5,"extra":1}', "Unknown field `extra`"),
        (b'{"do":"stake","amount":5,"amount":6}', "stands twice"),
        (b'{"do":"throw"}', "`dice` is missing"),
        (b'{"do":"throw","dice":[4]}', "list of two"),
        (b'{"do":"throw","dice":[4,2,1]}', "list of two"),
        (b'{"do":"throw","dice":"42"}', "list of two"),
        (b'{"do":"throw","dice":[0,2]}', "from 1 to 6"),
        (b'{"do":"throw","dice":[4,7]}', "from 1 to 6"),
        (b'{"do":"throw","dice":[4.0,2]}', "from 1 to 6"),
        (b'{"do":"throw","dice":[true,2]}', "from 1 to 6"),
        (b'{"do":"throw","dice":[NaN,2]}', "from 1 to 6"),
        (b'{"do":"throw","dice":[' + b"9" * 5000 + b",2]}", "from 1 to 6"),
        (b'{"do":"throw","dice":[4,2],"wall":[true]}', "`wall` must be"),
        (b'{"do":"throw","dice":[4,2],"wall":[1,0]}', "`wall` must be"),
        (b'{"do":"throw","dice":[4,2],"wall":true}', "`wall` must be"),
        (b'{"do":"throw","dice":[4,2],"wall":null}', "`wall` must be"),
        (b'{"do":"throw","dice":[4,2],"cocked":1}', "`cocked` must be"),
        (b'{"do":"throw","dice":[4,2],"off":"no"}', "`off` must be"),
        (b'{"do":"throw","dice":[4,2],"touched_object":null}', "`touched_object` must be"),
        (b'{"do":"throw","dice":[4,2],"Wall":[true,true]}', "Unknown field"),
        (b'{"do":"box_up"}', "`player` is missing"),
        (b'{"do":"box_up","player":5}', "`player` must be a string"),
        (b'{"do":"leave","player":["A"]}', "`player` must be a string"),
    ],
)
def test_what_is_no_legal_line_is_an_error_and_changes_nothing(line, reason):
    referee = in_round()
    before = answer(referee, b'{"do":"box_up","player":"A"}')["state"]
    wrong = answer(referee, line)
    assert set(wrong) == {"ruling", "reason"}
    assert wrong["ruling"] == "error"
    assert reason in wrong["reason"]
    assert answer(referee, b'{"do":"box_up","player":"A"}')["state"] == before


def test_a_line_that_is_too_long_is_an_error():
    assert "longer than" in answer(in_round(), b" " * (MAX_LINE_BYTES + 1))["reason"]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"{}", "`players` is missing"),
        (b'{"do":"stake","amount":5}', "Unknown field `do`"),
        (SETUP[:-1] + b',"dice":2}', "Unknown field `dice`"),
        (SETUP.replace(b'"B"]', b'"B","C"]'), "exactly 2 players"),
        (SETUP.replace(b',"B"]', b"]"), "exactly 2 players"),
        (SETUP.replace(b'"B"]', b'"A"]'), "must differ"),
        (SETUP.replace(b'["A","B"]', b'["","B"]'), "must not be blank"),
        (SETUP.replace(b'["A","B"]', b'["%s","B"]' % (b"A" * 65)), "1 to 64 signs"),
        (SETUP.replace(b'["A","B"]', b'["A",2]'), "list of names"),
        (SETUP.replace(b'["A","B"]', b'"AB"'), "list of names"),
        (SETUP.replace(b',"B":100', b""), "an amount for each player"),
        (SETUP.replace(b',"B":100', b',"B":100,"C":5'), "an amount for each player"),
        (SETUP.replace(b',"B":100', b',"B":100,"B":5'), "stands twice"),
        (SETUP.replace(b"100,", b"-100,"), "stack of A must not be negative"),
        (SETUP.replace(b"100,", b'"100",'), "stack of A must be a number"),
        (SETUP.replace(b"100,", b"0.001,"), "stack of A may have two decimals"),
        (SETUP.replace(b'{"A":100,"B":100}', b"[100,100]"), "`stacks` must be an object"),
        (SETUP.replace(b'_shooter":"A"', b'_shooter":"C"'), "one of the players"),
        (SETUP.replace(b'_shooter":"A"', b'_shooter":1'), "must be a string"),
        (SETUP.replace(b',"first_shooter":"A"', b""), "`first_shooter` is missing"),
        (SETUP[:-1] + b',"options":[]}', "`options` must be an object"),
        (SETUP[:-1] + b',"options":{"swap":[]}}', "Unknown field `swap`"),
        (SETUP[:-1] + b',"options":{"swap_after":["never"]}}', "`swap_after` must be a list"),
        (SETUP[:-1] + b',"options":{"swap_after":[["pass"]]}}', "`swap_after` must be a list"),
        (SETUP[:-1] + b',"options":{"swap_after":"casino"}}', "presets literal, standard"),
        (SETUP[:-1] + b',"options":{"swap_after":null}}', "`swap_after` must be a list"),
        (b"not json", "not JSON"),
    ],
)
def test_an_invalid_set_up_is_an_error_and_the_next_line_is_the_set_up(line, reason):
    referee = Referee(Street)
    wrong = answer(referee, line)
    assert set(wrong) == {"ruling", "reason"}
    assert wrong["ruling"] == "error"
    assert reason in wrong["reason"]
    assert ruling(referee, SETUP) == "ok"


def test_a_player_without_money_ends_the_game_at_the_set_up():
    state = answer(Referee(Street), SETUP.replace(b"100,", b"0,"))["state"]
    assert (state["over"], state["phase"], state["thrower"]) == (True, "over", None)


def test_options_choose_when_the_roles_swap():
    referee = Referee(Street)
    assert ruling(referee, SETUP[:-1] + b',"options":{"swap_after":[]}}') == "ok"
    for line in (b'{"do":"stake","amount":5}', b'{"do":"fade","amount":5}'):
        answer(referee, line)
    assert answer(referee, b'{"do":"throw","dice":[6,5]}')["state"]["shooter"] == "A"


def test_names_in_any_script_come_back():
    referee = Referee(Street)
    line = SETUP.replace(b'"A"', '"Анна"'.encode())
    assert answer(referee, line)["state"]["shooter"] == "Анна"
    assert ruling(referee, '{"do":"leave","player":"Анна"}\r'.encode()) == "ok"


@settings(max_examples=300, deadline=None)
@given(st.one_of(st.binary(max_size=60), st.text(max_size=60).map(lambda text: text.encode("utf-8", "surrogatepass"))))
def test_no_bytes_at_all_stop_the_referee(line):
    referee = in_round()
    before = answer(referee, b'{"do":"box_up","player":"A"}')
    assert ruling(referee, line) == "error"
    assert answer(referee, b'{"do":"box_up","player":"A"}') == before


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
FIELDS = st.sampled_from(["do", "amount", "player", "dice", "wall", "cocked", "off", "touched_object"])
ACTIONS = st.sampled_from(["stake", "fade", "throw", "box_up", "pass_dice", "leave"])


@settings(max_examples=300, deadline=None)
@given(ACTIONS, st.dictionaries(FIELDS, JSON_VALUES, max_size=4), st.booleans())
def test_no_value_in_any_field_stops_the_referee(action, fields, covered):
    referee = in_round() if covered else begun()
    found = answer(referee, json.dumps({"do": action} | fields).encode("utf-8"))
    assert found["ruling"]
    assert ("state" in found) == (found["ruling"] != "error")
    if "state" in found:
        assert found["state"]["bank"] + sum(found["state"]["stacks"].values()) == pytest.approx(200)


@pytest.mark.parametrize("name", [rb"\ud800", rb"A\u0000", rb"A\n"])
def test_a_name_that_cannot_be_printed_is_no_set_up(name: bytes) -> None:
    referee = Referee(Street)
    line = b'{"players":["%s","B"],"stacks":{"%s":1,"B":1},"first_shooter":"B"}' % (name, name)
    assert answer(referee, line)["reason"] == "A name in `players` has signs that cannot be printed."
    assert ruling(referee, SETUP) == "ok"
