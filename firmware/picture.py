"""What a scene message may say: the panel's whole picture, nothing left over from the one before.

`rev`     number of the scene, for the acknowledgement
`puck`    0 dark, 1 OFF, 2 ON
`box`     the lit box: 4 5 6 8 9 10, or 0
`post`    1: a postillon marks the box, not a puck (French bank craps)
`dim`     brightness of lamps and digits in percent
`fx`      [name, number]: what the last throw was; a change plays its animation once
`ask`     1: the table waits for a person's decision
`dice`    faces of the last throw, 0 for one that is not known
`void`    1: the last throw does not count
`totals`  [[letter, number], ...] instead of point and dice: the sides' totals at baccarat
`bank`    cents in the bank; 0 is not shown
`lines`   [[letter, cents], ...] what lies on bands or lines, shown in turn with the bank
`seats`   [[money, payout or null, staked], ...] in cents, in the players' order
`turn`    index of the seat that throws, or -1
"""

BOXES = (4, 5, 6, 8, 9, 10)
MOST_DICE = 5
DEFAULTS = {
    "rev": 0,
    "puck": 0,
    "box": 0,
    "post": 0,
    "dim": 100,
    "fx": ["", 0],
    "ask": 0,
    "dice": [],
    "void": 0,
    "totals": [],
    "bank": 0,
    "lines": [],
    "seats": [],
    "turn": -1,
}
_RANGES = {"puck": 2, "post": 1, "dim": 100, "ask": 1, "void": 1}


def wrong_field(message: dict[str, object]) -> str:
    """Name the first field of a scene message that cannot be shown; "" where all can."""
    for name, value in message.items():
        if name != "t" and not _fits(name, value):
            return name
    return "" if "rev" in message else "rev"


def whole(message: dict[str, object]) -> dict[str, object]:
    """Give the picture of a message: what it leaves out is as in DEFAULTS."""
    return {name: message.get(name, DEFAULTS[name]) for name in DEFAULTS}


def _fits(name: str, value: object) -> bool:
    if name in _RANGES:
        return _is_number(value, 0, _RANGES[name])
    if name == "box":
        return value == 0 or (_is_number(value, 4, 10) and value in BOXES)
    if name in ("rev", "turn", "bank"):
        return _is_number(value)
    if name in ("fx", "dice", "totals", "lines", "seats"):
        return isinstance(value, list) and _list_fits(name, value)
    return True


def _list_fits(name: str, items: list[object]) -> bool:
    if name == "fx":
        return len(items) == 2 and isinstance(items[0], str) and _is_number(items[1])
    if name == "dice":
        return len(items) <= MOST_DICE and all(_is_number(face, 0, 6) for face in items)
    if name == "seats":
        return all(_seat_fits(item) for item in items)
    return all(_labelled(item) for item in items)


def _seat_fits(item: object) -> bool:
    if not isinstance(item, list) or len(item) != 3:
        return False
    return _is_number(item[0]) and (item[1] is None or _is_number(item[1])) and _is_number(item[2])


def _labelled(item: object) -> bool:
    return isinstance(item, list) and len(item) == 2 and isinstance(item[0], str) and _is_number(item[1])


def _is_number(value: object, low: int | None = None, high: int | None = None) -> bool:
    if not isinstance(value, int) or isinstance(value, bool):
        return False
    return (low is None or value >= low) and (high is None or value <= high)
