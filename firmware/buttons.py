"""The dealer's buttons: a press becomes an event that is told again until the host confirms it.

The light in the button says what became of it: white while it is on its way, green when the host has it, red when the
host did not answer. Nothing here waits: levels and times in ms come in, events and colours go out.
"""

STABLE_MS = 20
TELL_AGAIN_MS = 300
GIVE_UP_MS = 2500
GREEN_MS = 500
RED_MS = 1200
DARK = (0, 0, 0)
WHITE = (60, 60, 60)
GREEN = (0, 120, 20)
RED = (120, 0, 0)


class Button:
    """One button: debounces its level and remembers the light of its last press."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._level = 0
        self._since_ms = 0
        self._down = False
        self._colour = DARK
        self._until_ms: int | None = 0

    def look(self, level: int, now_ms: int) -> bool:
        """Take its level, 1 is pressed; tell whether it has just been pressed."""
        if level != self._level:
            self._level, self._since_ms = level, now_ms
        if bool(level) == self._down or now_ms - self._since_ms < STABLE_MS:
            return False
        self._down = bool(level)
        return self._down

    def light(self, colour: tuple[int, int, int], until_ms: int | None) -> None:
        """Light up until a time; None: until another light."""
        self._colour, self._until_ms = colour, until_ms

    def colour(self, now_ms: int) -> tuple[int, int, int]:
        """Give the colour of its light now."""
        return self._colour if self._until_ms is None or now_ms < self._until_ms else DARK


class Buttons:
    """All buttons. At most one press is on its way; another one meanwhile is refused by a red light."""

    def __init__(self, names: list[str]) -> None:
        self._buttons = [Button(name) for name in names]
        self._count = 0
        self._told: Button | None = None
        self._pressed_ms = 0
        self._again_ms = 0

    def look(self, levels: list[int], now_ms: int) -> None:
        """Take the levels of all buttons, 1 is pressed."""
        for number, button in enumerate(self._buttons):
            if button.look(levels[number], now_ms):
                self._press(button, now_ms)
        if self._told is not None and now_ms - self._pressed_ms >= GIVE_UP_MS:
            self._told.light(RED, now_ms + RED_MS)
            self._told = None

    def due(self, now_ms: int) -> tuple[dict[str, object], bool] | None:
        """Give the event to tell now and whether it is told again; None where there is none."""
        if self._told is None or now_ms < self._again_ms:
            return None
        again = self._again_ms != self._pressed_ms
        self._again_ms = now_ms + TELL_AGAIN_MS
        return {"t": "button", "n": self._count, "b": self._told.name}, again

    def confirm(self, number: object, now_ms: int) -> None:
        """Hear from the host that it has an event."""
        if self._told is not None and number == self._count:
            self._told.light(GREEN, now_ms + GREEN_MS)
            self._told = None

    def colours(self, now_ms: int) -> list[tuple[int, int, int]]:
        """Give the buttons' lights."""
        return [button.colour(now_ms) for button in self._buttons]

    def _press(self, button: Button, now_ms: int) -> None:
        if self._told is not None:
            button.light(RED, now_ms + RED_MS)
            return
        self._count += 1
        self._told = button
        self._pressed_ms = self._again_ms = now_ms
        button.light(WHITE, None)
