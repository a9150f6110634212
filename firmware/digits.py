"""What the digits show: one chain of modules, eight seven-segment digits each, as the MAX7219 takes them.

Module 1: point, dice and total (or the sides' totals). Module 2: the bank, in turn with what lies on bands or lines.
The others: a seat each, its number (with a dot for the thrower) and its money, in turn with what the last throw paid or
took, `=15` or `-20`, and with what it has staked, `_20`. With more seats than modules they take turns. Fewer than three
modules show no seats.
"""

WIDTH = 8
PAGE_MS = 6000
TURN_MS = 1500

# Bits of a digit: dot A B C D E F G.
FONT = {
    " ": 0x00, "-": 0x01, "=": 0x09, "_": 0x08, "?": 0x65,
    "0": 0x7E, "1": 0x30, "2": 0x6D, "3": 0x79, "4": 0x33, "5": 0x5B, "6": 0x5F, "7": 0x70, "8": 0x7F, "9": 0x7B,
    "A": 0x77, "b": 0x1F, "C": 0x4E, "d": 0x3D, "E": 0x4F, "F": 0x47, "H": 0x37, "L": 0x0E, "n": 0x15, "o": 0x1D,
    "P": 0x67, "r": 0x05, "t": 0x0F, "U": 0x3E, "y": 0x3B,
}  # fmt: skip
DOT = 0x80
DASH = FONT["-"]
ALL = 0xFF


class Digits:
    """Fills the chain of `modules` from the picture that is set; `segments` gives its bytes from left to right."""

    def __init__(self, modules: int) -> None:
        self._modules = modules
        self._picture: dict[str, object] | None = None

    def set(self, picture: dict[str, object]) -> None:
        """Take the picture to show."""
        self._picture = picture

    def clear(self) -> None:
        """Forget the picture: dashes from now on."""
        self._picture = None

    def phase(self, now_ms: int) -> int:
        """Give a number that changes when modules may change with time, since something in them takes turns."""
        return now_ms // TURN_MS if self._picture is not None else 0

    def segments(self, now_ms: int, testing: bool) -> bytes:
        """Give the segments of all digits at a time; all of them lit during the self-test."""
        if testing:
            return bytes([ALL] * (WIDTH * self._modules))
        if self._picture is None:
            return bytes([DASH] * (WIDTH * self._modules))
        lines = self._lines(self._picture, now_ms)
        return b"".join([fit(line) for line in lines])

    def _lines(self, picture: dict[str, object], now_ms: int) -> list[str]:
        lines = [head_line(picture), _bank_line(picture, now_ms)]
        seats = _seat_lines(picture, now_ms)
        lines.extend(_page(seats, max(1, self._modules - 2), now_ms))
        return (lines + [""] * self._modules)[: self._modules]


def head_line(picture: dict[str, object]) -> str:
    """Write point, dice and total: ` 6 42  6`; five dice leave no room for a point; totals: `P 6 b 0`."""
    totals: list[tuple[str, int]] = picture["totals"]  # type: ignore[assignment]
    if totals:
        return " ".join([f"{letter[:1]}{total:2d}" for letter, total in totals[:2]])
    dice: list[int] = picture["dice"]  # type: ignore[assignment]
    faces, total = _faces(dice, "." if picture["void"] else "")
    if len(dice) > 2:
        return faces + " " * (WIDTH - 2 - len(dice)) + total
    box: int = picture["box"]  # type: ignore[assignment]
    return (f"{box:2d}" if box else "  ") + " " * (3 - len(dice)) + faces + " " + total


def _faces(dice: list[int], mark: str) -> tuple[str, str]:
    """Write the faces, each with its mark, and the total: `--` where there is none that counts."""
    faces = "".join([(str(face) if face else "?") + mark for face in dice])
    if not dice:
        return faces, "  "
    return faces, "--" if mark or 0 in dice else f"{sum(dice):2d}"


def money_text(cents: int, room: int = WIDTH) -> str:
    """Write an amount: 34, 34.50; without cents where they have no room; at last as 1.23E9; no digit is cut off."""
    sign, cents = ("-", -cents) if cents < 0 else ("", cents)
    units = f"{sign}{cents // 100}"
    text = units + (f".{cents % 100:02d}" if cents % 100 else "")
    if _signs(text) <= room:
        return text
    return units if len(units) <= room else _power(sign, cents // 100)


def line_of(label: str, text: str) -> str:
    """Put a label at the left and a figure at the right; the label goes where there is no room."""
    gap = WIDTH - _signs(label) - _signs(text)
    if gap < 1:
        label, gap = "", WIDTH - _signs(text)
    return label + " " * gap + text


def fit(line: str) -> bytes:
    """Turn a line into the segments of one module, cut or filled to eight digits."""
    cells: list[int] = []
    for sign in line:
        if sign == "." and cells:
            cells[-1] |= DOT
        else:
            cells.append(FONT.get(sign, FONT["_"]))
    return bytes((cells + [0] * WIDTH)[:WIDTH])


def _bank_line(picture: dict[str, object], now_ms: int) -> str:
    bank: int = picture["bank"]  # type: ignore[assignment]
    lines: list[tuple[str, int]] = picture["lines"]  # type: ignore[assignment]
    texts = [line_of("b", money_text(bank))] if bank else []
    texts.extend([line_of(letter[:1], money_text(cents)) for letter, cents in lines])
    return _turn(texts, now_ms) if texts else ""


def _seat_lines(picture: dict[str, object], now_ms: int) -> list[str]:
    lines = []
    seats: list[tuple[int, int | None, int]] = picture["seats"]  # type: ignore[assignment]
    for number, (money, payout, staked) in enumerate(seats):
        label = str(number + 1) + ("." if number == picture["turn"] else "")
        texts = [money_text(money)]
        if payout is not None:
            texts.append(("=" if payout >= 0 else "") + money_text(payout, WIDTH - 1))
        if staked:
            texts.append("_" + money_text(staked, WIDTH - 1))
        lines.append(line_of(label, _turn(texts, now_ms)))
    return lines


def _turn(texts: list[str], now_ms: int) -> str:
    return texts[now_ms // TURN_MS % len(texts)]


def _page(lines: list[str], room: int, now_ms: int) -> list[str]:
    """Give the lines whose turn it is."""
    pages = max(1, (len(lines) + room - 1) // room)
    first = now_ms // PAGE_MS % pages * room
    return lines[first : first + room]


def _signs(text: str) -> int:
    return len(text) - text.count(".")


def _power(sign: str, units: int) -> str:
    power = len(str(units)) - 1
    lead = units // 10 ** (power - 2)
    return f"{sign}{lead // 100}.{lead % 100:02d}E{power}"
