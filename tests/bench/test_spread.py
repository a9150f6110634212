"""How much a share turns on the tables it was measured at."""

import pytest
from spread import spread


def cases(*groups):
    return [(group, k < found) for group, (found, total) in enumerate(groups) for k in range(total)]


def test_a_share_that_is_alike_at_all_tables_has_no_spread():
    assert spread(cases(*[(1, 20)] * 10)) == (5.0, 5.0)


def test_a_share_that_one_table_makes_spreads_far():
    low, high = spread(cases((10, 20), *[(0, 20)] * 9))
    assert (low, high) == (0.0, pytest.approx(15.0, abs=1.0))


def test_more_tables_tell_better():
    few, many = (spread(cases(*[(1, 20), (0, 20)] * count)) for count in (4, 40))
    assert few[0] < many[0] < 2.5 < many[1] < few[1]


def test_of_nothing_there_is_no_share():
    assert spread([]) == (0.0, 0.0)
