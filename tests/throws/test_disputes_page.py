"""The page for people says what the judge does."""

import re
from pathlib import Path

import pytest

from controller.throws.corrections import MANY_WALL_ANSWERS, NO_ROLL, WALL_ANSWERS
from controller.throws.policy import CASINO, STREET
from controller.throws.verdict import Reason

PAGE = (Path(__file__).parents[2] / "docs" / "disputes.md").read_text()
ROWS = dict(re.findall(r"^\| `(\w+)` \| (.*) \|$", PAGE, re.MULTILINE))


def test_every_reason_is_explained_in_the_order_of_a_verdict():
    assert list(ROWS) == [str(reason) for reason in Reason]


@pytest.mark.parametrize("reason", list(Reason))
def test_what_the_page_calls_void_is_void(reason):
    _, street, casino = ROWS[str(reason)].split(" | ")
    assert street.startswith("void") == STREET.voids(reason)
    assert casino.startswith("void") == CASINO.voids(reason)


def test_every_word_of_an_answer_is_on_the_page():
    for word in (*WALL_ANSWERS, *MANY_WALL_ANSWERS, NO_ROLL):
        assert f"`{word}`" in PAGE
