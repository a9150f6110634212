"""`stickman practice`: what is typed, what is said first, and what it came to."""

import queue
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from controller.cli.entry import stickman
from controller.cli.house import house_of
from controller.cli.practice import PracticePeople
from controller.cli.practice_summary import summary_of
from controller.journal import Journal
from controller.rolls.roll import Roll, RolledDie, Standing
from controller.session.pipeline import Result
from controller.session.records import Begun
from controller.session.session import Session
from controller.throws.policy import STREET
from controller.throws.verdict import Throw, ThrownDie, Verdict


class Stage:
    """A practice with somebody who types, and dice that fall as told."""

    def __init__(self, journal: Journal) -> None:
        begun = Begun(game="practice", set_up={"players": ["Ann"]}, policy="street")
        self.session = Session.begin(journal, house_of(STREET), begun)
        self.typed: queue.Queue[str | None] = queue.Queue()
        self.said: list[str] = []
        self.out = 0
        self.people = PracticePeople(self.typed, self.said.append, self._throw, rolls=list)

    def say(self, *lines: str) -> None:
        for line in lines:
            self.typed.put(line)
        self._act(())

    def fall(self, t_ns: int, *faces: int, counts: bool | None = True) -> None:
        dice = tuple(ThrownDie(face, "flat", hit_wall=True) for face in faces)
        throw = Throw(t_ns, t_ns + 9, dice, Verdict(counts, (), None if counts else "Which faces?"))
        self._act((Result(throw, self.session.take_throw(throw)),))

    def _throw(self) -> None:
        self.out += 1

    def _act(self, results: tuple[Result, ...]) -> None:
        for command in self.people.act(self.session, results, 1):
            outcome = self.session.command(command)
            self._act((Result(command, outcome),))


@pytest.fixture
def stage(tmp_path: Path) -> Any:
    with Journal.open(tmp_path / "p.sqlite") as journal:
        yield Stage(journal)


def test_hand_dice_and_shooter_are_said_in_plain_words(stage: Stage) -> None:
    stage.say("hand left", "dice Red Casino", "shooter Bob")
    state = stage.session.state.game.state()
    assert (state["hand"], state["dice"], state["shooter"]) == ("left", "Red Casino", "Bob")
    stage.say("hand", "box up")
    assert (stage.session.state.game.state()["hand"], stage.session.state.game.state()["dice"]) == ("", "")


def test_throw_three_throws_again_when_the_last_one_is_decided(stage: Stage) -> None:
    stage.say("throw 3")
    assert stage.out == 1
    stage.fall(100, 3, 4)
    assert stage.out == 2
    stage.fall(200, 3, 4, counts=None)
    assert stage.out == 2  # a question is open
    stage.say("answer 3 4")
    assert stage.out == 3
    stage.fall(300, 1, 1)
    assert stage.out == 3
    assert stage.session.state.game.state()["rolls"] == 3


def test_after_every_ten_rolls_it_is_said_what_they_show(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = "controller.cli.practice.evidence_of"
    monkeypatch.setattr(seen, lambda _rolls: f"{stage.session.state.game.state()['rolls']} rolls seen")
    for number in range(1, 21):
        stage.fall(100 * number, 1 + number % 6, 3)
    assert stage.said == ["10 rolls seen", "20 rolls seen"]


def test_words_of_every_table_work_too_and_others_are_explained(stage: Stage) -> None:
    stage.fall(100, 3, 4)
    stage.say("correct 3 3", "undo", "no roll")
    assert stage.session.state.game.state()["rolls"] == 0
    stage.say("help", "stake 20", "juggle")
    assert "hand left" in stage.said[0]
    assert any("Unknown action 'stake'" in text for text in stage.said)
    assert any("juggle" in text for text in stage.said)


def test_finish_ends_it_and_quit_only_leaves(stage: Stage) -> None:
    stage.say("finish")
    assert stage.session.scene().over
    stage.say("quit")
    assert stage.people.gone


def roll(first: int, second: int, standing: Standing = Standing.COUNTED, **more: Any) -> Roll:
    dice = (RolledDie(value=first, area="far left"), RolledDie(value=second, area="far right"))
    return Roll(dice=dice, standing=standing, **more)


def test_the_summary_counts_only_what_stands() -> None:
    rolls = [
        roll(3, 4, hand="left"),
        roll(3, 3, hand="left"),
        roll(6, 1, Standing.VOID, hand="right"),
        roll(6, 1, hand="right", dice_set=2, dice_set_name="blue"),
        roll(6, 1, Standing.UNDONE),
    ]
    figures = summary_of(rolls)
    assert (figures["rolls"], figures["sevens"], figures["sevens_to_rolls"], figures["void"]) == (3, 2, 1.5, 2)
    assert figures["totals"]["7"] == 2 and figures["totals"]["6"] == 1
    assert figures["hands"]["left"] == {"rolls": 2, "sevens": 1, "sevens_to_rolls": 2.0}
    assert list(figures["dice_sets"]) == ["dice 1", "blue"]
    assert figures["landings"] == {"far left": {"rolls": 3, "sevens": 2, "sevens_to_rolls": 1.5}}
    assert figures["evidence"].startswith("1 roll: nothing unusual")  # of the dice in play
    assert (summary_of([])["sevens_to_rolls"], summary_of([])["evidence"]) == (None, "No rolls yet.")


def test_an_unfinished_game_of_another_kind_is_not_replaced_by_practice(tmp_path: Path) -> None:
    pytest.importorskip("mujoco", reason="the simulated table needs the extra `twin`")
    path = tmp_path / "street.sqlite"
    with Journal.open(path) as journal:
        set_up = {"players": ["A", "B"], "stacks": {"A": 100, "B": 100}, "first_shooter": "A"}
        Session.begin(journal, house_of(STREET), Begun(game="street", set_up=set_up, policy="street"))
    result = CliRunner().invoke(stickman, ["practice", "--journal", str(path), "--throws", "1"])
    assert "unfinished game of street" in str(result.exception)
