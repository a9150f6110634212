"""What the lamps show: puck, boxes, postillon and button lights as the colours of one chain of LEDs.

The chain: two LEDs behind OFF, two behind ON, four behind each box, two behind POSTILLON, one in each button.
Nothing here waits: a picture is a function of the time in ms.
"""

BOXES = (4, 5, 6, 8, 9, 10)
OFF = (0, 1)
ON = (2, 3)
BOX_LEDS = 4
FIRST_BOX = 4
POSTILLON = (28, 29)
FIRST_BUTTON = 30
PIXELS = 33

DARK = (0, 0, 0)
WHITE = (255, 225, 170)
RED = (255, 30, 10)
GREEN = (20, 255, 40)
GOLD = (255, 150, 20)
BLUE = (20, 110, 255)
FELT = (0, 12, 4)
AMBER = (26, 11, 0)
ASKING = (130, 65, 0)
PRESSED = (60, 60, 60)

EFFECTS = ("natural", "pass", "craps", "seven_out", "point")
EFFECT_MS = 2000
SELF_TEST_MS = 1200
_SELF_TEST = ((120, 0, 0), (0, 120, 0), (0, 0, 120), (60, 60, 60))
LAST_MS = 100  # so long after the self-test its end is still to be drawn
_BLINK_MS = 200
_STEP_MS = 110


class Lamps:
    """Paints the chain. `paint` gives red, green and blue of every LED; their sum never exceeds `cap`."""

    def __init__(self, cap: int, start_ms: int) -> None:
        self._cap = cap
        self._start_ms = start_ms
        self._picture: dict[str, object] | None = None
        self._effect = ("", 0)
        self._rgb = bytearray(3 * PIXELS)

    def set(self, picture: dict[str, object], now_ms: int) -> None:
        """Take the picture to show; another `fx` than in the picture before plays its animation."""
        before, fx = self._picture, picture["fx"]
        if before is not None and fx != before["fx"]:
            name: str = fx[0]  # type: ignore[index]
            self._effect = (name if name in EFFECTS else "", now_ms)
        self._picture = picture

    def clear(self) -> None:
        """Forget the picture: the link is lost."""
        self._picture = None
        self._effect = ("", 0)

    def testing(self, now_ms: int) -> bool:
        """Tell whether the self-test still runs."""
        return now_ms - self._start_ms < SELF_TEST_MS

    def moving(self, now_ms: int) -> bool:
        """Tell whether the next picture differs though nothing new was said."""
        return now_ms - self._start_ms < SELF_TEST_MS + LAST_MS or self._effect[0] != ""

    def paint(self, now_ms: int, buttons: list[tuple[int, int, int]]) -> bytearray:
        """Give the chain's colours at a time; `buttons` are the lights of the buttons."""
        if self.testing(now_ms):
            self._fill(_SELF_TEST[(now_ms - self._start_ms) * len(_SELF_TEST) // SELF_TEST_MS])
        else:
            self._fill(DARK)
            if self._picture is None:
                self._no_link()
            else:
                self._table(self._picture)
                self._animate(now_ms)
                self._dim(self._picture["dim"])  # type: ignore[arg-type]
            self._buttons(buttons)
        return self._capped()

    def _no_link(self) -> None:
        for led in range(FIRST_BOX, FIRST_BOX + BOX_LEDS * len(BOXES)):
            self._light(led, AMBER)

    def _table(self, picture: dict[str, object]) -> None:
        for box in BOXES:
            if box != picture["box"]:
                self._box(box, FELT)
            else:
                self._box(box, BLUE if picture["post"] else WHITE)
        for led in POSTILLON:
            self._light(led, BLUE if picture["post"] else DARK)
        for led in OFF:
            self._light(led, WHITE if picture["puck"] == 1 else DARK)
        for led in ON:
            self._light(led, RED if picture["puck"] == 2 else DARK)
        if picture["ask"]:
            for led in range(FIRST_BUTTON, PIXELS):
                self._light(led, ASKING)

    def _buttons(self, colours: list[tuple[int, int, int]]) -> None:
        for number, colour in enumerate(colours):
            if colour != DARK:
                self._light(FIRST_BUTTON + number, colour)

    def _animate(self, now_ms: int) -> None:
        name, start_ms = self._effect
        age_ms = now_ms - start_ms
        if age_ms >= EFFECT_MS:
            self._effect = ("", 0)
        elif name == "natural":
            self._sweep(age_ms, GOLD)
        elif name == "pass":
            self._chase(age_ms, GREEN)
        elif name == "craps":
            self._blink(age_ms, RED)
        elif name == "seven_out":
            self._close(age_ms, RED)
        elif name == "point" and age_ms // _BLINK_MS % 2:
            self._box(self._picture["box"], DARK)  # type: ignore[index,arg-type]

    def _sweep(self, age_ms: int, colour: tuple[int, int, int]) -> None:
        """Light three boxes running from left to right."""
        head = age_ms // _STEP_MS % (len(BOXES) + 3)
        for number, box in enumerate(BOXES):
            self._box(box, colour if head - 3 < number <= head else DARK)

    def _chase(self, age_ms: int, colour: tuple[int, int, int]) -> None:
        """Light every other box, in turn."""
        for number, box in enumerate(BOXES):
            self._box(box, colour if (number + age_ms // _BLINK_MS) % 2 else DARK)

    def _blink(self, age_ms: int, colour: tuple[int, int, int]) -> None:
        lit = age_ms // _BLINK_MS % 2 == 0
        for box in BOXES:
            self._box(box, colour if lit else DARK)

    def _close(self, age_ms: int, colour: tuple[int, int, int]) -> None:
        """Light all boxes and put them out from both ends inwards."""
        gone = age_ms * 4 // EFFECT_MS
        for number, box in enumerate(BOXES):
            self._box(box, colour if gone <= number < len(BOXES) - gone else DARK)

    def _box(self, box: int, colour: tuple[int, int, int]) -> None:
        if box in BOXES:
            first = FIRST_BOX + BOX_LEDS * BOXES.index(box)
            for led in range(first, first + BOX_LEDS):
                self._light(led, colour)

    def _fill(self, colour: tuple[int, int, int]) -> None:
        for led in range(PIXELS):
            self._light(led, colour)

    def _light(self, led: int, colour: tuple[int, int, int]) -> None:
        self._rgb[3 * led], self._rgb[3 * led + 1], self._rgb[3 * led + 2] = colour

    def _dim(self, percent: int) -> None:
        if percent < 100:
            for place, level in enumerate(self._rgb):
                self._rgb[place] = level * percent // 100

    def _capped(self) -> bytearray:
        """Dim the whole chain where it would draw more than the supply gives."""
        total = sum(self._rgb)
        if total > self._cap:
            for place, level in enumerate(self._rgb):
                self._rgb[place] = level * self._cap // total
        return self._rgb
