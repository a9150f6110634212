"""What each game is told of a throw that was judged, and what becomes of void throws."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from controller.cli.house import house_of
from controller.journal import Journal
from controller.session.kept import KeptDiceJudge, named_in
from controller.session.records import Begun
from controller.session.session import Session
from controller.session.told import kept_faces, policy_for
from controller.throws.events import Command
from controller.throws.policy import CASINO, STREET
from controller.throws.table import Table
from controller.throws.verdict import Reason, Throw, ThrownDie, Verdict

SET_UPS: dict[str, dict[str, Any]] = {
    "bank": {"players": ["A", "B", "C"], "banker": "A", "chips": {"A": 100, "B": 100, "C": 100}},
    "casino": {"seats": {"A": 100, "B": 100}},
    "general": {"players": ["A", "B"]},
}
SPOTS = ((600.0, 60.0), (650.0, 200.0), (560.0, 350.0), (700.0, 120.0), (500.0, 260.0))


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.open(tmp_path / "night.sqlite") as opened:
        yield opened


def session_of(game: str, journal: Journal) -> Session:
    policy = policy_for(game, STREET)
    return Session.begin(journal, house_of(policy), Begun(game=game, set_up=SET_UPS[game], policy=policy.name))


def throw_of(t_ns: int, *values: int, counts: bool | None = True, reason: Reason | None = None, spots=SPOTS) -> Throw:
    dice = tuple(ThrownDie(v, "flat", centre_mm=spot, hit_wall=True) for v, spot in zip(values, spots, strict=False))
    verdict = Verdict(counts, (reason,) if reason else (), "Which?" if counts is None else None)
    return Throw(t_ns, t_ns + 9, dice, verdict)


def say(session: Session, **line: Any) -> str:
    return session.command(Command(0, line)).ruling


def test_bank_craps_is_told_the_dice(journal: Journal) -> None:
    session = session_of("bank", journal)
    say(session, do="first", player="B", amount=10)
    outcome = session.take_throw(throw_of(10, 2, 2))
    assert (outcome.ruling, session.state.game.state()["postillon"]) == ("point", 4)
    assert outcome.call


def test_bank_craps_is_told_nothing_of_a_void_throw(journal: Journal) -> None:
    session = session_of("bank", journal)
    say(session, do="first", player="B", amount=10)
    before = session.state.game.state()
    outcome = session.take_throw(throw_of(10, 2, 2, counts=False, reason=Reason.COCKED))
    assert (outcome.ruling, outcome.message) == ("no_roll", "No roll: a die is cocked.")
    assert session.state.game.state() == before
    assert session.take_throw(throw_of(99, 3, 4)).ruling == "abattage"
    assert Session.replay(journal, house_of(STREET)).state.game.state() == session.state.game.state()


def test_casino_craps_is_told_the_roll_and_calls_by_its_own_bar(journal: Journal) -> None:
    session = session_of("casino", journal)
    say(session, bet="pass", amount=10, seat="A")
    outcome = session.take_throw(throw_of(10, 3, 4))
    assert outcome.ruling == "natural"
    assert session.scene().seats[0].payout_cents == 1000
    assert session.scene().call == outcome.call != ""


def test_a_throw_that_no_game_waits_for_is_kept_out(journal: Journal) -> None:
    session = session_of("bank", journal)
    assert session.take_throw(throw_of(10, 2, 2)).ruling == "not_counted"


def general(journal: Journal) -> Session:
    session = session_of("general", journal)
    say(session, do="draw", values={"A": 1, "B": 2})
    assert session.take_throw(throw_of(10, 2, 2, 4, 6, 1)).ruling == "ok"
    return session


def lines(session: Session) -> list[Any]:
    return [step.line for step in session.state.step.back()]


def test_general_is_told_the_named_dice_as_kept(journal: Journal) -> None:
    session = general(journal)
    say(session, do="keep", values=[2, 2])
    session.take_throw(throw_of(50, 2, 5, 2, 2, 3))
    assert lines(session)[0] == {"do": "throw", "keep": [2, 2], "dice": [2, 5, 3]}
    assert session.state.game.state()["dice"] == [2, 2, 2, 3, 5]


def test_general_takes_kept_dice_beside_the_board_by_their_names(journal: Journal) -> None:
    session = general(journal)
    say(session, do="keep", values=[2, 2])
    session.take_throw(throw_of(50, 2, 5, 3))
    assert lines(session)[0] == {"do": "throw", "keep": [2, 2], "dice": [2, 5, 3]}


def test_general_finds_unnamed_kept_dice_by_their_places(journal: Journal) -> None:
    session = general(journal)
    moved = (SPOTS[0], SPOTS[1], (800.0, 60.0), (810.0, 120.0), (820.0, 300.0))
    session.take_throw(throw_of(50, 2, 2, 5, 5, 1, spots=moved))
    assert lines(session)[0] == {"do": "throw", "keep": [2, 2], "dice": [5, 5, 1]}


def test_a_corrected_throw_of_general_keeps_what_was_kept(journal: Journal) -> None:
    session = general(journal)
    say(session, do="keep", values=[2, 2])
    session.take_throw(throw_of(50, 2, 2, 5, 5, 1))
    assert say(session, command="correct", values=[2, 2, 5, 5, 5]) == "ok"
    assert session.state.game.state()["dice"] == [2, 2, 5, 5, 5]
    assert say(session, command="correct", values=[2, 2, 5]) == "error"


def test_a_missed_throw_of_general_names_all_five(journal: Journal) -> None:
    session = general(journal)
    assert say(session, command="missed_roll", values=[2, 2, 5, 5, 1]) == "ok"
    assert session.state.game.state()["throw"] == 2


def test_kept_faces_are_those_that_lie_where_they_lay() -> None:
    before = throw_of(1, 2, 2, 4, 6, 1)
    turned = throw_of(2, 3, 2, 4, 6, 1)
    assert kept_faces(before, turned) == (2, 4, 6, 1)
    assert kept_faces(None, turned) == ()


@pytest.mark.parametrize(
    ("game", "one_wall", "no_wall"),
    [("street", "warn", "void"), ("bank", "count", "void"), ("general", "count", "count")],
)
def test_what_the_walls_mean_to_a_game(game: str, one_wall: str, no_wall: str) -> None:
    policy = policy_for(game, STREET)
    assert (policy.one_wall, policy.no_wall, policy.cocked) == (one_wall, no_wall, "void")


class Told:
    """A judge that finds what it is told to find."""

    def __init__(self, *found: Throw) -> None:
        self.found = found

    def take(self, _event: object) -> tuple[Throw, ...]:
        return self.found


def judged(session: Session, found: Throw) -> Throw:
    judge = KeptDiceJudge(Table(), CASINO, partial(named_in, session))
    judge._judge = Told(found)  # type: ignore[assignment]
    (throw,) = judge.take(None)  # type: ignore[arg-type]
    assert isinstance(throw, Throw)
    return throw


def test_the_walls_mean_nothing_at_general(journal: Journal) -> None:
    found = throw_of(50, 1, 2, 3, 4, 5, reason=Reason.ONE_WALL)
    throw = judged(general(journal), found)
    assert (throw.verdict.reasons, throw.values) == ((), (1, 2, 3, 4, 5))
    assert {die.hit_wall for die in throw.dice} == {None}


def test_a_named_die_that_is_not_to_be_seen_any_more_is_asked_about(journal: Journal) -> None:
    session = general(journal)
    say(session, do="keep", values=[2, 2])
    throw = judged(session, throw_of(50, 3, 2, 5, 5, 1))
    assert throw.verdict.counts is None
    assert (
        throw.verdict.ask
        == "2 2 should be kept; a die was moved or turned, and the dice show 3 2 5 5 1. Which five faces count?"
    )
    assert judged(session, throw_of(50, 2, 2, 5, 5, 1)).verdict.counts is True


def test_dice_kept_beside_the_board_are_not_missed(journal: Journal) -> None:
    session = general(journal)
    found = throw_of(50, 3, 2, 5, counts=None, reason=Reason.WRONG_COUNT)
    assert judged(session, found).verdict.counts is None
    say(session, do="keep", values=[2, 2])
    assert judged(session, found).values == (3, 2, 5)


def test_a_cocked_die_is_no_throw_at_general_either(journal: Journal) -> None:
    session = general(journal)
    throw = throw_of(50, 2, 2, 5, 5, 1, counts=False, reason=Reason.COCKED)
    assert session.take_throw(throw).ruling == "no_roll"
    assert session.state.game.state()["throw"] == 1


def test_answers_with_too_few_faces_are_not_offered(journal: Journal) -> None:
    session = general(journal)
    session.take_throw(throw_of(50, 2, 2, 5, 5, counts=None, reason=Reason.WRONG_COUNT))
    assert session.scene().answers == ("no roll",)
