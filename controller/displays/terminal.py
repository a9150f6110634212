"""The table in a terminal: a Scene drawn with rich, live where there is a terminal, plain lines where there is none."""

from collections.abc import Sequence
from types import TracebackType
from typing import Self

from rich.align import Align
from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from controller.displays.scene import DieView, Scene
from controller.rules.game import SeatView, Sheet
from controller.rules.money import money_text
from vision.faces.pips import PIPS

BOXES = (4, 5, 6, 8, 9, 10)
"""The box numbers, in the order of the layout."""

PUCKLESS = frozenset({"general", "baccarat"})
"""Games without a puck and a point."""

BANK_NAMES = {"general": "", "casino": "", "baccarat": "house", "practice": ""}
"""What the bank's money is called where it is not the bank's; empty where there is none to show."""

_WIDTH = 76
_REFRESH_HZ = 12


class LiveTerminal:
    """A display that redraws itself in its own thread: `show` only leaves the newest Scene for it."""

    def __init__(self, console: Console, first: Scene) -> None:
        self._scene = first
        self._live = Live(
            get_renderable=lambda: draw(self._scene), console=console, refresh_per_second=_REFRESH_HZ, transient=False
        )

    def show(self, scene: Scene) -> None:
        """Take a Scene to draw; never blocks."""
        self._scene = scene

    def __enter__(self) -> Self:
        self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._live.stop()


class RedrawnTerminal:
    """A display that leaves the keyboard to people: it redraws the whole screen only when something changed."""

    def __init__(self, console: Console, first: Scene) -> None:
        self._console = console
        self.show(first)

    def show(self, scene: Scene) -> None:
        """Draw a Scene, and the prompt under it."""
        self._console.clear()
        self._console.print(draw(scene))
        self._ask()

    def say(self, text: str) -> None:
        """Print something to the people, and the prompt again under it."""
        self._console.print(f"\n{text}", highlight=False, markup=False)
        self._ask()

    def _ask(self) -> None:
        self._console.print("type `help` for what can be said > ", style="dim", end="")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._console.print()


class PlainTerminal:
    """A display for pipes, logs and screen readers: one line for each change, nothing drawn twice."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._last = ""

    def show(self, scene: Scene) -> None:
        """Print what is new in a Scene."""
        line = plain_line(scene)
        if line != self._last:
            self._last = line
            self._console.print(line, highlight=False, markup=False, soft_wrap=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        pass


def plain_line(scene: Scene) -> str:
    """Say a Scene in one line: dice, call, puck, money, and what the table waits for."""
    bank = BANK_NAMES.get(scene.game, "bank")
    parts = [
        f"throw {scene.throws}" if scene.throws else "",
        " ".join(_die_word(die) for die in scene.dice),
        scene.call,
        scene.message,
        "" if scene.game in PUCKLESS else f"point {scene.point}" if scene.point else "puck off",
        _sheet_line(scene.sheet),
        f"{bank} {money_text(scene.bank_cents)}" if bank else "",
        ", ".join(_seat_words(seat) for seat in scene.seats),
        f"QUESTION: {scene.question}" if scene.question else scene.waiting_for,
        _numbered(scene.answers) if scene.question else "",
        *scene.troubles,
    ]
    return " | ".join(part for part in parts if part)


def _seat_words(seat: SeatView) -> str:
    bets = "".join(f", {name} {money_text(cents)}" for name, cents in seat.bets)
    paid = f" ({_signed(seat.payout_cents)})" if seat.payout_cents else ""
    return f"{seat.name} {money_text(seat.stack_cents)}{paid}{bets}"


def _signed(cents: int) -> str:
    return f"+{money_text(cents)}" if cents > 0 else money_text(cents)


def _sheet_line(sheet: Sheet | None) -> str:
    """Say the rows of a sheet that hold anything beside their names."""
    rows = [] if sheet is None else [row for row in sheet.rows if any(row[1:])]
    return "; ".join(" ".join(cell or "-" for cell in row) for row in rows)


def _numbered(answers: Sequence[str]) -> str:
    return "   ".join(f"{number}: {answer}" for number, answer in enumerate(answers, start=1))


def draw(scene: Scene) -> RenderableType:
    """Draw a Scene as one panel: layout, dice, seats, call, and why nothing happens."""
    parts: list[RenderableType] = [Align.center(_call(scene)), _seats(scene), _foot(scene)]
    if scene.sheet is not None:
        parts.insert(0, Align.center(_sheet(scene.sheet)))
    if scene.game != "baccarat":
        parts.insert(0, Align.center(_dice(scene)))
    if scene.game not in PUCKLESS:
        parts.insert(0, Align.center(_boxes(scene)))
    body = Group(*parts)
    throws = "" if scene.game == "baccarat" else f" · throw {scene.throws}"
    title = f"[bold]STICKMAN[/] · {scene.game}{throws}"
    return Panel(body, title=title, border_style="green", width=_WIDTH, padding=(0, 1))


def _boxes(scene: Scene) -> RenderableType:
    row = Text()
    row.append(" OFF " if not scene.puck_on else "     ", "bold white on grey23" if not scene.puck_on else "")
    for box in BOXES if scene.point in (None, *BOXES) else sorted({*BOXES, scene.point or 0}):
        on = scene.puck_on and scene.point == box
        row.append(f"  {box:>2} ", "bold black on white" if on else "green")
        row.append("ON" if on else "  ", "bold white on red" if on else "")
    bank = BANK_NAMES.get(scene.game, "bank")
    row.append(f"   {bank} {money_text(scene.bank_cents)}" if bank else "", "bold yellow")
    return row


def _sheet(sheet: Sheet) -> RenderableType:
    table = Table(box=None, padding=(0, 2))
    for number, heading in enumerate(sheet.heading):
        table.add_column(heading, justify="right" if number else "left", header_style="dim")
    for row in sheet.rows:
        table.add_row(*(Text(cell) for cell in row))
    return table


def _dice(scene: Scene) -> RenderableType:
    if not scene.dice:
        return Text("\n\n  no dice thrown yet  \n\n", "dim")
    return Columns([_die(die) for die in scene.dice], padding=(0, 2))


def _die(die: DieView) -> RenderableType:
    style = "yellow" if die.note else "bold white"
    note = Text(die.note.center(9), "yellow")
    return Group(Text("\n".join(["┌───────┐", *_pip_rows(die.value), "└───────┘"]), style), note)


def _pip_rows(value: int | None) -> list[str]:
    """Give a face's three rows of text; a question mark where the face is not known."""
    if value is None:
        return ["│       │", "│   ?   │", "│       │"]
    places = {(round(x), round(y)) for x, y in PIPS[value]}
    return ["│ " + " ".join("●" if (x, y) in places else " " for x in (-1, 0, 1)) + " │" for y in (-1, 0, 1)]


def _die_word(die: DieView) -> str:
    face = "?" if die.value is None else str(die.value)
    return f"{face} ({die.note})" if die.note else face


def _call(scene: Scene) -> RenderableType:
    call = Text(f"“{scene.call}”" if scene.call else " ", "bold italic cyan", justify="center")
    return Group(call, Text(scene.message or " ", "white", justify="center"))


def _seats(scene: Scene) -> RenderableType:
    table = Table(box=None, expand=True, padding=(0, 1))
    points = scene.game == "general"
    last = (("paid", "right"), ("points" if points else "money", "right"))
    for heading, justify in (("", "left"), ("player", "left"), ("role", "left"), ("bets", "left"), *last):
        table.add_column(heading, justify=justify, header_style="dim")  # type: ignore[arg-type]
    for seat in scene.seats:
        throws = seat.name == scene.thrower
        bets = ", ".join(f"{name} {money_text(cents)}" for name, cents in seat.bets)
        table.add_row(*_seat_cells(seat, throws, bets), style="bold" if throws else "")
    return table


def _seat_cells(seat: SeatView, throws: bool, bets: str) -> tuple[str, ...]:
    paid = _signed(seat.payout_cents) if seat.payout_cents is not None else ""
    return ("►" if throws else " ", seat.name, seat.role, bets, paid, money_text(seat.stack_cents))


def _foot(scene: Scene) -> RenderableType:
    lines = Text()
    if scene.question:
        lines.append(f"{scene.question}", "bold black on yellow")
        lines.append(f"\n{_numbered(scene.answers)}  (type a number)" if scene.answers else "", "yellow")
    else:
        lines.append(scene.waiting_for or " ", "dim")
    for trouble in scene.troubles:
        lines.append(f"\n! {trouble}", "bold red")
    return lines
