"""Every game as people see it in a terminal."""

import io

import pytest
from rich.console import Console

from controller.displays.scene import DieView, Scene
from controller.displays.terminal import draw, plain_line
from controller.rules.games import find_game


def scene_of(game: str, set_up: dict, *lines: dict, dice: tuple[int, ...] = ()) -> Scene:
    table = find_game(game).set_up(set_up)
    message = ""
    for line in lines:
        message = table.do(line).message
    view = table.view()
    return Scene(
        game=view.game, puck_on=view.puck_on, point=view.point, bank_cents=view.bank_cents, seats=view.seats,
        thrower=view.thrower, dice=tuple(DieView(value) for value in dice), message=message, waiting_for=view.prompt,
        over=view.over, sheet=view.sheet,
    )  # fmt: skip


def drawn(scene: Scene) -> str:
    console = Console(file=io.StringIO(), width=80, record=True, color_system=None)
    console.print(draw(scene))
    return console.export_text()


CHIPS = {"A": 100, "B": 100, "C": 100}
BANK = scene_of(
    "bank",
    {"players": ["A", "B", "C"], "banker": "A", "chips": CHIPS},
    {"do": "first", "player": "B", "amount": 10},
    {"do": "throw", "dice": [2, 2]},
    {"do": "band", "player": "C", "band": "high", "amount": 4},
    {"do": "throw", "dice": [6, 5]},
    dice=(6, 5),
)
CASINO = scene_of(
    "casino",
    {"seats": {"A": 100, "B": 100}},
    {"bet": "pass", "amount": 10, "seat": "A"},
    {"bet": "field", "amount": 5, "seat": "B"},
    {"roll": [2, 2]},
    dice=(2, 2),
)
GENERAL = scene_of(
    "general",
    {"players": ["A", "B"]},
    {"do": "draw", "values": {"A": 1, "B": 2}},
    {"do": "throw", "dice": [2, 2, 4, 6, 1]},
    {"do": "score", "box": "twos"},
    {"do": "throw", "dice": [5, 5, 5, 1, 1]},
    dice=(5, 5, 5, 1, 1),
)
BACCARAT = scene_of(
    "baccarat",
    {"seats": {"A": 1000, "B": 1000}},
    {"do": "bet", "seat": "A", "side": "banker", "amount": 100},
    {"do": "deal"},
    *({"do": "card", "rank": rank} for rank in ("9", "J", "7", "Q", "K")),
)


@pytest.mark.parametrize(
    ("scene", "parts"),
    [
        (BANK, ["4 ON", "premier jet", "8 9 10 11 12", "high", "banker", "thrower", "+4", "bank 96"]),
        (CASINO, ["4 ON", "pass 10", "shooter", "+5", "105"]),
        (GENERAL, ["twos", "full house", "35", "now", "points"]),
        (BACCARAT, ["player", "9 7", "J Q K", "-100", "900"]),
    ],
)
def test_what_lies_on_the_table_is_drawn(scene: Scene, parts: list[str]) -> None:
    text = drawn(scene)
    for part in parts:
        assert part in text, part
    assert text.count("┌───────┐") == len(scene.dice)


def test_games_without_a_puck_show_none() -> None:
    for scene in (GENERAL, BACCARAT):
        assert "OFF" not in drawn(scene) and "puck" not in plain_line(scene) and "bank 0" not in plain_line(scene)
    assert "no dice thrown" not in drawn(BACCARAT)


def test_games_in_a_line() -> None:
    assert "low 2 3 4 5 6 0; high 8 9 10 11 12 0" in plain_line(BANK)
    assert "C 104 (+4)" in plain_line(BANK)
    assert "A 90, pass 10" in plain_line(CASINO) and "B 105 (+5)" in plain_line(CASINO)
    assert "full house - - 35" in plain_line(GENERAL) and "twos 4 - 0" in plain_line(GENERAL)
    assert "player 9 7 6; banker J Q K 0 | house 100 | A 900 (-100)" in plain_line(BACCARAT)


def test_a_point_that_other_tables_do_not_have_gets_its_box() -> None:
    crapless = Scene("casino", True, 2, 0, (), None)
    assert " 2 ON" in drawn(crapless)


def test_a_drawing_fits_in_eighty_columns() -> None:
    for scene in (BANK, CASINO, GENERAL, BACCARAT):
        assert max(map(len, drawn(scene).splitlines())) <= 80
