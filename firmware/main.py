"""The panel's program: one loop that listens, looks at the buttons and draws; nothing in it waits for long."""

import time

import digits
import lamps
import pico
import protocol
import settings
from buttons import Buttons
from link import Link

FIRMWARE = "1.0"
FRAME_MS = 33  # 30 pictures a second at most, or a flood of scenes would starve the rest
ANIMATION_MS = 66  # an animation takes every other picture, so that a scene need not wait behind it
REFRESH_MS = 1000


class Panel:
    """The whole panel. Call `turn` for ever."""

    def __init__(self) -> None:
        self._clock = pico.Clock()
        names = [name for name, _ in settings.BUTTONS]
        self._port = pico.Port()
        self._leds = pico.LedChain(settings.PIXELS_PIN, lamps.PIXELS)
        self._digit_chain = pico.DigitChain(
            settings.SPI_BUS, settings.SCK_PIN, settings.MOSI_PIN, settings.CS_PIN,
            settings.MODULES, settings.DIGIT_INTENSITY,
        )  # fmt: skip
        self._contacts = pico.Contacts([pin for _, pin in settings.BUTTONS])
        self._watchdog = pico.Watchdog(settings.WATCHDOG_MS)
        self._buttons = Buttons(names)
        self._lamps = lamps.Lamps(settings.CHANNEL_CAP, 0)
        self._digits = digits.Digits(settings.MODULES)
        self._link = Link(_identity(names), self.counters)
        self._slow_us = 0
        self._drawn_ms = -REFRESH_MS
        self._refreshed_ms = -REFRESH_MS
        self._lights: list[tuple[int, int, int]] = []
        self._phase = 0
        self._stale = True
        self._turned_us = time.ticks_us()  # type: ignore[attr-defined]
        self._link.greet("")

    def counters(self) -> dict[str, object]:
        """Give what was counted since the start, for the hello; the longest pass counts from hello to hello."""
        slow_us, self._slow_us = self._slow_us, 0
        link = self._link
        return {"heap": pico.used_heap(), "slow": slow_us, "bad": link.bad, "long": link.too_long, "lost": link.lost}

    def turn(self) -> None:
        """Go once through everything."""
        data = self._port.read()
        now_ms = self._clock.now_ms()
        if data:
            self._link.feed(data, now_ms)
        self._press(now_ms)
        self._take(now_ms)
        self._draw(now_ms)
        self._link.outbox = self._port.write(self._link.outbox)
        self._watchdog.feed()
        self._measure()

    def _measure(self) -> None:
        turned_us = time.ticks_us()  # type: ignore[attr-defined]
        self._slow_us = max(self._slow_us, time.ticks_diff(turned_us, self._turned_us))  # type: ignore[attr-defined]
        self._turned_us = turned_us

    def _press(self, now_ms: int) -> None:
        for number in self._link.confirmed:
            self._buttons.confirm(number, now_ms)
        self._link.confirmed.clear()
        self._buttons.look(self._contacts.levels(), now_ms)
        event = self._buttons.due(now_ms)
        if event is not None:
            self._link.report(event[0], event[1])

    def _take(self, now_ms: int) -> None:
        """Take over what the link brought: a new scene, or that there is none any more."""
        self._link.up(now_ms)
        if not self._link.fresh:
            return
        self._link.fresh = False
        self._stale = True
        scene = self._link.scene
        if scene is None:
            self._lamps.clear()
            self._digits.clear()
        else:
            self._lamps.set(scene, now_ms)
            self._digits.set(scene)

    def _draw(self, now_ms: int) -> None:
        refresh = now_ms - self._refreshed_ms >= REFRESH_MS
        gone_ms = now_ms - self._drawn_ms
        if gone_ms < FRAME_MS or not (refresh or self._stale or self._moves(now_ms, gone_ms)):
            return
        self._drawn_ms = now_ms
        self._stale = False
        if refresh:
            self._refreshed_ms = now_ms
        scene = self._link.scene
        self._lights = self._buttons.colours(now_ms)
        self._leds.show(self._lamps.paint(now_ms, self._lights), refresh)
        self._phase = self._digits.phase(now_ms)
        segments = self._digits.segments(now_ms, self._lamps.testing(now_ms))
        self._digit_chain.show(segments, scene["dim"] if scene else 100, refresh)

    def _moves(self, now_ms: int, gone_ms: int) -> bool:
        """Tell whether the picture changes though nothing new was said."""
        if self._digits.phase(now_ms) != self._phase or self._buttons.colours(now_ms) != self._lights:
            return True
        return gone_ms >= ANIMATION_MS and self._lamps.moving(now_ms)


def _identity(names: list[str]) -> dict[str, object]:
    return {
        "proto": protocol.PROTOCOL,
        "fw": FIRMWARE,
        "board": pico.board_id(),
        "boot": pico.boot_id(),
        "cause": pico.reset_cause(),
        "pixels": lamps.PIXELS,
        "digits": [digits.WIDTH] * settings.MODULES,
        "buttons": names,
        "max": protocol.LONGEST_LINE,
    }


def main() -> None:
    """Run the panel until Ctrl-C."""
    panel = Panel()
    while True:
        panel.turn()


if __name__ == "__main__":
    main()
