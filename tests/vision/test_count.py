"""A throw has so many dice: no more are told, and where all are seen what is in doubt is none of them."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from vision.doubts.asked import MAY_BE_UPPER, MAY_HIDE
from vision.judging.count import Count, dice_in
from vision.judging.look_alikes import MAY_BE_PRINTED
from vision.judging.together import Judged
from vision.reading import DieState, Support
from vision.ways.resting import Rest

EDGE = 16.0
TWO = Count(2)


def rest(x_mm: float, state: DieState = DieState.FLAT, doubt: str | None = None) -> Rest:
    return Rest(x_mm, 200.0, EDGE / 2, 0.0, EDGE, (0.0, 0.0, 0.9, 0.0, 0.0, 0.0), state, doubt=doubt)


FAR = [rest(100.0), rest(300.0)]


def judged(*rests: Rest, faint: bool = False, merit: float = 0.0) -> Judged:
    """Dice of a body of which nothing but its dice is asked for."""
    body = SimpleNamespace(faint=faint)
    return Judged(body, None, list(rests), np.zeros((1, 1), np.uint8), merit=merit)  # type: ignore[arg-type]


def test_a_die_on_another_is_two() -> None:
    assert dice_in([rest(100.0), rest(300.0, DieState.STACKED)]) == 3


def test_where_nobody_said_how_many_dice_a_throw_has_one_may_always_be_missing() -> None:
    assert Count(None).exceeds(100)
    assert [TWO.exceeds(seen) for seen in (1, 2, 3)] == [True, False, False]


@pytest.mark.parametrize(
    ("rests", "sure"),
    [
        (FAR, True),
        ([FAR[0], replace(FAR[1], doubt=MAY_HIDE)], True),
        ([FAR[0], replace(FAR[1], doubt="may be cocked")], False),
        ([FAR[0], rest(300.0, DieState.COCKED)], False),
        (FAR[:1], False),
        ([*FAR, rest(500.0)], False),
    ],
)
def test_only_as_many_flat_dice_as_a_throw_has_leave_nothing_to_look_for(rests: list[Rest], sure: bool) -> None:
    assert TWO.surely_flat([judged(each) for each in rests]) is sure


def test_what_may_be_print_is_dropped_where_all_dice_are_seen_and_else_doubted_on_chips() -> None:
    on_chip, in_the_dark = replace(rest(500.0), support=Support.CHIPS), rest(700.0)
    seen = [judged(*FAR), judged(on_chip), judged(in_the_dark)]
    assert [each.rests for each in TWO.without_look_alikes(seen, [on_chip, in_the_dark])] == [FAR, [], []]
    few = TWO.without_look_alikes([judged(FAR[0]), *seen[1:]], [on_chip, in_the_dark])
    assert [each.rests for each in few] == [FAR[:1], [replace(on_chip, doubt=MAY_BE_PRINTED)], [in_the_dark]]


def test_pips_alone_in_doubt_are_no_die_where_all_dice_are_seen_beyond_doubt() -> None:
    faint = judged(rest(500.0, doubt="may be cocked"), faint=True)
    assert [each.rests for each in TWO.without_faint([judged(*FAR), faint])] == [FAR, []]
    assert TWO.without_faint([judged(FAR[0]), faint])[1] is faint


@pytest.mark.parametrize(("merit", "taken"), [(1.75, True), (1.6, False)])
def test_a_body_that_held_too_many_dice_is_told_anew_unless_that_explains_far_less(merit: float, taken: bool) -> None:
    fewer = judged(rest(300.0), merit=merit)
    asked: list[int] = []

    def with_only(dice: int) -> Judged:
        asked.append(dice)
        return fewer

    two = replace(judged(rest(300.0), rest(316.0), merit=2.0), fewer=with_only)
    told = TWO.no_more([judged(FAR[0]), two])
    assert asked == [1]
    assert (told[1] is fewer) is taken
    assert TWO.no_more([two])[0] is two


@pytest.mark.parametrize("doubt", [MAY_HIDE, MAY_BE_UPPER])
def test_where_all_dice_are_seen_none_hides_another(doubt: str) -> None:
    hides = [FAR[0], replace(FAR[1], doubt=doubt)]
    assert TWO.none_hidden(hides) == FAR
    assert Count(3).none_hidden(hides) == hides


def test_a_stack_and_what_is_near_it_are_asked_where_they_are_more_dice_than_a_throw_has() -> None:
    stack, beside, far = rest(100.0, DieState.STACKED), rest(120.0), rest(300.0)
    told = TWO.no_stack_too_many([stack, beside, far])
    assert [each.doubt for each in told] == ["may be cocked", "may be cocked", None]
    assert Count(4).no_stack_too_many([stack, beside, far]) == [stack, beside, far]
