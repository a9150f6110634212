"""`stickman play --game baccarat`: cards named by a dealer, or dealt by a simulated shoe."""

import json
import queue
import random
from pathlib import Path
from typing import Any

import pytest

from controller.cli.cards import SimulatedShoe, open_card_session, sit_at_cards, with_shoe
from controller.cli.people import KeyboardPeople
from controller.cli.set_ups import set_up_for
from controller.displays.scene import Scene
from controller.errors import ConfigError
from controller.journal import Journal
from controller.rules.baccarat import Baccarat
from controller.session.session import Session

SET_UP = set_up_for("baccarat", "Ann,Bob", "1000", "standard")


class Shown:
    """A display that remembers."""

    def __init__(self) -> None:
        self.scenes: list[Scene] = []

    def show(self, scene: Scene) -> None:
        self.scenes.append(scene)


def sit(
    path: Path, *typed: str, shoe: int | None = None, seed: int = 1
) -> tuple[dict[str, Any], list[Scene], list[str]]:
    lines: queue.Queue[str | None] = queue.Queue()
    for line in (*typed, None):
        lines.put(line)
    said: list[str] = []
    shown = Shown()
    with Journal.open(path) as journal:
        session = open_card_session(journal, "home", "baccarat", SET_UP, new=False)
        people = with_shoe(KeyboardPeople(lines, said.append, None), shoe, seed, session)
        sit_at_cards(session, shown, people)
        return session.state.game.state(), shown.scenes, said


def test_a_coup_with_cards_named_by_the_dealer(tmp_path):
    state, scenes, _ = sit(tmp_path / "n.sqlite", "bet Ann banker 100", "bet bob player 10", "deal", "9 J 7 q", "K")
    assert (state["seats"], state["coup"], state["ledger"]["house"]) == ({"Ann": 900, "Bob": 1010}, 1, 90)
    assert scenes[-1].message == "The player wins, 6 against 0. Place your bets!"
    assert scenes[-1].sheet is not None and scenes[-1].sheet.rows[0] == ("player", "9 7", "6")


def test_the_night_goes_on_where_it_stopped(tmp_path):
    sit(tmp_path / "n.sqlite", "bet Ann banker 100", "deal", "9 J")
    state, _, _ = sit(tmp_path / "n.sqlite", "7 Q K", "undo", "A")
    assert (state["banker"], state["seats"]["Ann"]) == (["J", "Q", "A"], 900)


def test_a_card_too_many_and_a_throw_are_refused_in_words(tmp_path):
    _, _, said = sit(tmp_path / "n.sqlite", "9", "throw", "help", "roll")
    assert said[0].startswith("No dice") and said[1].startswith("bet Ann banker") and said[2].startswith("I do not")
    assert any(text.startswith("refused: No card before the deal") for text in said[3:])


def test_a_simulated_shoe_deals_whole_coups(tmp_path):
    state, scenes, _ = sit(tmp_path / "n.sqlite", "bet Ann banker 10", *["deal"] * 41, shoe=8)
    assert (state["coup"], len(state["ledger"]["shoes"]), state["next_card_to"]) == (1, 2, None)
    again, _, _ = sit(tmp_path / "again.sqlite", "bet Ann banker 10", *["deal"] * 41, shoe=8)
    assert again == state
    assert any("Tie" in scene.message for scene in scenes)


def test_a_shoe_is_shuffled_anew_for_each_shoe_of_the_night():
    game = Baccarat.set_up({"seats": {"A": 1}, "coups": 30})
    shoe, dealt = SimulatedShoe(8, random.Random(3)), []
    for _ in range(60):
        game.do({"do": "deal"})
        while (line := shoe.line(game.state())) is not None:
            dealt.append(line["rank"])
            game.do(line)
    assert shoe.line(game.state()) is None
    assert max(dealt.count(rank) for rank in set(dealt)) <= 64


def test_another_game_in_the_journal_is_not_mistaken_for_this_one(tmp_path):
    with Journal.open(tmp_path / "n.sqlite") as journal:
        open_card_session(journal, "home", "general", {"players": ["A"]}, new=True)
        with pytest.raises(ConfigError, match="unfinished game of general"):
            open_card_session(journal, "home", "baccarat", SET_UP, new=False)
        assert isinstance(open_card_session(journal, "home", "baccarat", SET_UP, new=True), Session)


def test_scenes_are_json_for_programs(tmp_path):
    from click.testing import CliRunner

    from controller.cli.entry import stickman

    arguments = ["play", "--game", "baccarat", "--json", "--journal", str(tmp_path / "n.sqlite"), "--players", "Ann"]
    result = CliRunner().invoke(stickman, arguments, input="quit\n")
    assert result.exit_code == 0, result.stderr
    assert json.loads(result.stdout.splitlines()[0])["game"] == "baccarat"
    wrong = CliRunner().invoke(stickman, ["play", "--shoe", "8", "--game", "bank"])
    assert wrong.exit_code == 2
