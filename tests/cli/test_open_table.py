"""Opening a table for a game: as many dice as it has, throws ruled as it wants."""

from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("mujoco", reason="the simulated table needs the extra `twin`")

from controller.cli import tables
from controller.cli.play import greeting, open_table, thrower_for
from controller.cli.set_ups import set_up_for
from controller.cli.sitting import judge_for, open_session
from controller.cli.tables import OpenTable
from controller.journal import Journal
from controller.session.kept import KeptDiceJudge
from controller.throws.events import Command
from controller.throws.judge import Judge
from controller.twin.files import write_table

pytestmark = pytest.mark.twin


@pytest.fixture(scope="module")
def general() -> OpenTable:
    return open_table("twin", 1, None, game="general")


def test_the_simulated_table_has_the_games_dice(general: OpenTable) -> None:
    assert general.twin is not None
    assert (len(general.twin.settings.dice), general.setup.dice_count, general.policy.no_wall) == (5, 5, "count")


def test_a_table_of_ones_own_is_opened_for_the_game(
    general: OpenTable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "camera_for", lambda _table, _path: None)
    assert general.twin is not None
    path = write_table(general.twin, tmp_path)
    table = open_table(str(path), 1, None, game="bank")
    assert (table.setup.dice_count, table.policy.one_wall, table.policy.cocked) == (2, "count", "void")
    assert table.throw is None


def test_general_is_judged_with_kept_dice_and_thrown_without_the_named_ones(general: OpenTable, tmp_path: Path) -> None:
    asked: list[tuple[int, ...]] = []
    table = replace(general, throw_keeping=lambda faces: asked.append(tuple(faces)))
    with Journal.open(tmp_path / "g.sqlite") as journal:
        session = open_session(journal, table, "general", {"players": ["A"]}, True)
        for line in ({"do": "draw", "values": {"A": 1}}, {"do": "throw", "dice": [2, 2, 4, 6, 1]}):
            session.command(Command(0, line))
        throw = thrower_for(table, session)
        assert throw is not None
        throw()
        session.command(Command(0, {"do": "keep", "values": [2, 2]}))
        throw()
        assert asked == [(), (2, 2)]
        assert isinstance(judge_for(table, session), KeptDiceJudge)
        bank = {"players": ["A", "B"], "banker": "A", "chips": {"A": 1, "B": 1}}
        assert isinstance(judge_for(table, open_session(journal, table, "bank", bank, True)), Judge)


def test_a_game_that_goes_on_under_another_policy_is_told_so(tmp_path: Path) -> None:
    street, casino = (open_table("twin", 1, policy) for policy in (None, "casino"))
    set_up = set_up_for("street", "Ann,Bob", "50", "standard")
    with Journal.open(tmp_path / "night.sqlite") as journal:
        begun = open_session(journal, street, "street", set_up, new=False)
        assert greeting(begun, set_up, street) == ""
    with Journal.open(tmp_path / "night.sqlite") as journal:
        resumed = open_session(journal, casino, "street", set_up, new=False)
        assert greeting(resumed, set_up, casino) == (
            "It began under the policy street; from now on throws are ruled by casino."
        )
