"""Scenes that show everything a panel can light, one after the other: for `stickman panel test`."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from controller.errors import HardwareError
from controller.hardware.panel.driver import Panels
from controller.hardware.panel.talk import Board

LONGEST_SEARCH_S = 10.0
SEATS = [[8000, None, 0], [8550, None, 0], [12000, None, 0]]

STEPS: tuple[tuple[str, Mapping[str, Any]], ...] = (
    ("puck OFF, all figures", {"puck": 1, "bank": 12345678, "dice": [1, 2], "seats": SEATS}),
    *((f"puck ON, box {box}", {"puck": 2, "box": box, "dice": [3, 3], "seats": SEATS}) for box in (4, 5, 6, 8, 9, 10)),
    ("postillon on 8", {"post": 1, "box": 8, "lines": [["L", 1000], ["H", 2000]], "seats": SEATS}),
    *(
        (f"animation {name}", {"puck": 2, "box": 6, "fx": [name, number], "dice": [6, 5], "seats": SEATS})
        for number, name in enumerate(("point", "natural", "pass", "craps", "seven_out"), start=1)
    ),
    ("a question: the buttons glow", {"puck": 1, "ask": 1, "dice": [4, 0], "seats": SEATS}),
    ("half the brightness", {"puck": 2, "box": 9, "dim": 50, "dice": [5, 4], "seats": SEATS}),
    ("baccarat: both sides", {"totals": [["P", 6], ["b", 0]], "bank": -14500, "seats": SEATS}),
    ("five dice", {"dice": [2, 2, 4, 6, 1], "seats": SEATS}),
)


def exercise(
    panels: Panels, each_s: float, wait: Callable[[Callable[[], bool], float], bool], tell: Callable[[str], None]
) -> Sequence[Board]:
    """Show every step on all panels for so long. `wait(until, seconds)` waits; `tell` hears what each step should show.

    Gives the panels that answered at the end. Raises HardwareError when none answers or one stops to.
    """
    wait(lambda: panels.settled, LONGEST_SEARCH_S)
    if not panels.boards:
        raise HardwareError(" ".join(panels.troubles) or "No panel answers. Is one plugged in?")
    count = len(panels.boards)
    for name, scene in STEPS:
        tell(name)
        panels.show(scene)
        wait(lambda: len(panels.boards) < count, each_s)
        if len(panels.boards) < count:
            raise HardwareError(f"At {name!r}: {' '.join(panels.troubles) or 'a panel stopped to answer.'}")
    return panels.boards
