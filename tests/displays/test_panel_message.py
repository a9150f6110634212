"""What the panel shows of a Scene: every game sensibly, always a message the firmware takes, never too long."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from controller.displays.panel import panel_message
from controller.displays.scene import DieView, Scene
from controller.rules.game import SeatView, Sheet
from firmware.picture import whole, wrong_field
from firmware.protocol import FROM_HOST, encode

STREET = (
    SeatView("Ann", 8000, "shooter", (("stake", 2000),)),
    SeatView("Bob", 8550, "fader", (("fade", 1450),)),
)


def shown(**fields: Any) -> dict[str, Any]:
    scene = {"game": "street", "puck_on": False, "point": None, "bank_cents": 0, "seats": STREET, "thrower": "Ann"}
    message = {"t": "scene", "rev": 1, **panel_message(Scene(**{**scene, **fields}))}
    assert wrong_field(message) == ""
    return whole(message)


def test_street_craps_shows_puck_bank_and_stakes() -> None:
    picture = shown(puck_on=True, point=6, bank_cents=3450, dice=(DieView(4), DieView(2)), situation="point", throws=3)
    assert (picture["puck"], picture["box"], picture["post"]) == (2, 6, 0)
    assert (picture["dice"], picture["void"], picture["fx"]) == ([4, 2], 0, ["point", 3])
    assert (picture["bank"], picture["lines"]) == (3450, [["5", 2000], ["F", 1450]])
    assert (picture["seats"], picture["turn"]) == ([[8000, None, 2000], [8550, None, 1450]], 0)


def test_before_a_point_the_puck_is_off() -> None:
    assert (shown()["puck"], shown()["box"]) == (1, 0)


def test_bank_craps_shows_a_postillon_and_what_lies_on_the_bands() -> None:
    seats = (
        SeatView("B", 50000, "banker"),
        SeatView("P", 900, "thrower", (("premier jet", 1000), ("low", 500))),
        SeatView("Q", 900, "ponte", (("low", 700), ("high", 200)), -300),
    )
    picture = shown(game="bank", puck_on=True, point=9, bank_cents=50000, seats=seats, thrower="P")
    assert (picture["puck"], picture["post"], picture["box"]) == (0, 1, 9)
    assert picture["lines"] == [["P", 1000], ["L", 1200], ["H", 200]]
    assert picture["seats"][2] == [900, -300, 900]
    assert shown(game="bank", seats=seats)["post"] == 0


def test_the_casino_shows_puck_point_and_each_seats_payout() -> None:
    bets = (("pass", 1000), ("odds", 2000), ("place 6", 1200), ("field", 500), ("hard 8", 100))
    seats = (SeatView("A", 10000, "shooter", bets, 1400), SeatView("B", 9000, "", (), None))
    picture = shown(game="casino", puck_on=True, point=8, seats=seats, thrower="A")
    assert (picture["puck"], picture["box"], picture["lines"]) == (2, 8, [])
    assert picture["seats"] == [[10000, 1400, 4800], [9000, None, 0]]


def test_general_shows_five_dice_and_the_points() -> None:
    seats = (SeatView("A", 12700, "at turn"), SeatView("B", 9800))
    dice = tuple(DieView(face) for face in (2, 2, 4, 6, 1))
    picture = shown(game="general", seats=seats, thrower="A", dice=dice, situation="thrown")
    assert picture["dice"] == [2, 2, 4, 6, 1]
    assert [seat[0] for seat in picture["seats"]] == [12700, 9800]
    assert (picture["puck"], picture["box"]) == (0, 0)


def test_baccarat_shows_both_totals() -> None:
    sheet = Sheet(("side", "cards", "total"), (("player", "3 3", "6"), ("banker", "K J 10", "0")))
    picture = shown(game="baccarat", seats=STREET, thrower=None, bank_cents=-4500, sheet=sheet)
    assert picture["totals"] == [["P", 6], ["b", 0]]
    assert (picture["dice"], picture["puck"], picture["bank"], picture["turn"]) == ([], 0, -4500, -1)


def test_baccarat_before_the_cards_shows_no_totals() -> None:
    sheet = Sheet(("side", "cards", "total"), (("player", "", ""), ("banker", "", "")))
    assert shown(game="baccarat", sheet=sheet)["totals"] == []


def test_a_void_throw_and_an_open_question_are_told_apart() -> None:
    void = shown(dice=(DieView(3, "cocked"), DieView(4)))
    asked = shown(dice=(DieView(None), DieView(4)), question="Which faces?")
    assert (void["void"], void["ask"]) == (1, 0)
    assert (asked["void"], asked["ask"], asked["dice"]) == (0, 1, [0, 4])


def test_a_game_that_is_over_shows_no_puck() -> None:
    assert shown(over=True)["puck"] == 0


SEAT = st.builds(
    SeatView,
    st.text(max_size=20),
    st.integers(-(10**11), 10**11),
    st.just(""),
    st.lists(st.tuples(st.text(max_size=12), st.integers(0, 10**11)), max_size=6).map(tuple),
    st.none() | st.integers(-(10**11), 10**11),
)
SCENE = st.builds(
    Scene,
    game=st.sampled_from(("street", "bank", "casino", "general", "baccarat", "new")),
    puck_on=st.booleans(),
    point=st.none() | st.integers(2, 12),
    bank_cents=st.integers(-(10**11), 10**11),
    seats=st.lists(SEAT, max_size=40).map(tuple),
    thrower=st.none() | st.text(max_size=20),
    dice=st.lists(st.builds(DieView, st.none() | st.integers(1, 6)), max_size=10).map(tuple),
    question=st.none() | st.text(max_size=10),
    situation=st.sampled_from(("", "natural", "no_decision", "big_general", "seven_out")),
    throws=st.integers(0, 10**7),
)


@given(SCENE, st.integers(0, 100))
def test_any_scene_makes_a_frame_that_fits_and_that_the_panel_takes(scene: Scene, dim: int) -> None:
    message = {"t": "scene", "rev": 999_999, **panel_message(scene, dim)}
    assert wrong_field(message) == ""
    encode(FROM_HOST, 255, message)
    assert len(message["seats"]) >= min(5, len(scene.seats))
