"""Digits as a function of picture and time: figures, pages, and no figure with a digit cut off."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware import digits, picture
from firmware.digits import ALL, DASH, DOT, FONT, PAGE_MS, TURN_MS, WIDTH, Digits, fit, head_line, line_of, money_text


def head(**fields: Any) -> str:
    return head_line(picture.whole(fields))


def lines(modules: int, now_ms: int = 0, **fields: Any) -> list[str]:
    made = Digits(modules)
    made.set(picture.whole(fields))
    signs = {bits: sign for sign, bits in reversed(FONT.items())}
    cells = [signs[bits & ~DOT] + ("." if bits & DOT else "") for bits in made.segments(now_ms, False)]
    return ["".join(cells[first : first + WIDTH]) for first in range(0, len(cells), WIDTH)]


@pytest.mark.parametrize(
    ("fields", "line"),
    [
        ({}, "        "),
        ({"dice": [4, 2]}, "   42  6"),
        ({"dice": [4, 2], "box": 6}, " 6 42  6"),
        ({"dice": [6, 6], "box": 10}, "10 66 12"),
        ({"dice": [3, 0]}, "   3? --"),
        ({"dice": [3, 4], "void": 1}, "   3.4. --"),
        ({"dice": [2, 2, 4, 6, 1]}, "22461 15"),
        ({"totals": [["P", 6], ["b", 0]]}, "P 6 b 0"),
        ({"totals": [["P", 9]]}, "P 9"),
    ],
)
def test_the_first_module_shows_point_dice_and_total_or_both_sides(fields: dict[str, Any], line: str) -> None:
    assert head(**fields) == line


@pytest.mark.parametrize(
    ("cents", "text"),
    [
        (0, "0"), (3400, "34"), (3450, "34.50"), (5, "0.05"), (-1450, "-14.50"), (123456789, "1234567"),
        (12345678, "123456.78"), (9999999900, "99999999"), (10**11, "1.00E9"), (-123456789000, "-1.23E9"),
    ],
)  # fmt: skip
def test_amounts_are_written_as_exactly_as_eight_digits_allow(cents: int, text: str) -> None:
    assert money_text(cents) == text


@given(st.integers(-(10**14), 10**14), st.sampled_from(["", "b", "12."]))
def test_no_amount_is_ever_shown_with_digits_cut_off(cents: int, label: str) -> None:
    line = line_of(label, money_text(cents))
    assert len(line) - line.count(".") == WIDTH
    shown = money_text(cents)
    if "E" not in shown:
        assert int(shown.split(".")[0] or 0) == (abs(cents) // 100) * (-1 if cents < 0 else 1)


def test_the_bank_takes_turns_with_what_lies_on_bands() -> None:
    fields: dict[str, Any] = {"bank": 5000, "lines": [["L", 1200], ["H", 800]]}
    seen = [lines(4, turn * TURN_MS, **fields)[1] for turn in range(3)]
    assert seen == ["b     50", "L     12", "H      8"]


def test_more_seats_than_modules_take_turns_and_all_are_seen() -> None:
    seats = [[100 * number, None, 0] for number in range(5)]
    seen: set[str] = set()
    for page in range(3):
        seen.update(line.split()[0] for line in lines(4, page * PAGE_MS, seats=seats)[2:] if line.strip())
    assert seen == {"1", "2", "3", "4", "5"}


def test_the_thrower_bears_a_dot() -> None:
    assert [line[:2] for line in lines(4, seats=[[1, None, 0], [2, None, 0]], turn=1)[2:]] == ["1 ", "2."]


@pytest.mark.parametrize("modules", [1, 2, 3, 6])
def test_any_number_of_modules_is_filled(modules: int) -> None:
    assert len(lines(modules, dice=[1, 2], seats=[[1, None, 0]] * 9, bank=5)) == modules


def test_no_picture_is_dashes_and_the_self_test_lights_everything() -> None:
    made = Digits(2)
    assert made.segments(0, False) == bytes([DASH] * 16)
    assert made.segments(0, True) == bytes([ALL] * 16)
    made.set(picture.whole({"dice": [1, 2]}))
    made.clear()
    assert made.segments(0, False) == bytes([DASH] * 16)


def test_a_sign_that_seven_segments_cannot_show_is_a_low_bar() -> None:
    assert fit("K") == bytes([FONT["_"]] + [0] * 7)
    assert digits.fit("1.2.")[:2] == bytes([FONT["1"] | DOT, FONT["2"] | DOT])
