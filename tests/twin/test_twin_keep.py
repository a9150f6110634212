"""The twin's hand leaves dice lying while it throws the others, as General is played."""

from dataclasses import replace
from itertools import pairwise

import pytest

from controller.errors import ConfigError
from controller.twin.script import Script
from controller.twin.settings import RED_CASINO, TwinSettings
from controller.twin.throwing import Plan, left_lying
from controller.twin.twin import Twin
from vision.reading import DieState

pytestmark = pytest.mark.twin


@pytest.fixture(scope="module")
def five(quick: TwinSettings) -> TwinSettings:
    return replace(quick, dice=(RED_CASINO,) * 5, chips=0)


def test_kept_dice_lie_where_they_lay_unless_a_thrown_one_meets_them(five: TwinSettings) -> None:
    twin = Twin(five, seed=1)
    before = twin.throw()
    kept = [number for number, die in enumerate(before.dice) if die.state is DieState.FLAT][:2]
    after = twin.throw(Plan(keep=tuple(before.dice[number].value for number in kept)))
    for number in kept:
        bumped = after.dice[number].contacts
        moved = max(
            abs(a - b) for a, b in zip(before.dice[number].centre_mm, after.dice[number].centre_mm, strict=True)
        )
        assert moved < 150 and not bumped
    assert sum(a.centre_mm != b.centre_mm for a, b in zip(before.dice, after.dice, strict=True)) >= 3


def test_the_hand_takes_up_only_the_others(five: TwinSettings) -> None:
    twin = Twin(five, seed=2)
    twin.throw()
    last = twin._last
    assert last is not None
    face = next(end.value for end in last.ends if end.state is DieState.FLAT)
    left = left_lying(last, (face,))
    assert left is not None
    script = Script(0, twin._resting, twin._thrower.toss(Plan(), twin._throws, left), five, left.dice)
    seen = [{view.index for view in script.scene(t_ns, 0).dice} for t_ns in range(0, script.start_ns, 50_000_000)]
    assert seen[0] == {0, 1, 2, 3, 4}
    assert seen[-1] == set(left.dice)
    assert all(later <= earlier for earlier, later in pairwise(seen))


def test_dice_that_do_not_lie_there_cannot_be_kept(five: TwinSettings) -> None:
    twin = Twin(five, seed=3)
    with pytest.raises(ConfigError, match="lie there to be kept"):
        twin.throw(Plan(keep=(6,)))
