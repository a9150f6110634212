"""The bump sensors of a real table, on gpiozero with any pin factory: raw edges with their stamps, and lines that fail.

Wiring: open collector to the pin, pulled up to 3.3 V by the pin itself, so that active is low (hardware.md, part two).
"""

import os
import time
from collections.abc import Callable, Mapping
from typing import Any

from gpiozero import Device, InputDevice
from gpiozero.exc import GPIOZeroError

from controller.errors import HardwareError
from controller.throws.events import Health, WallEdge

Put = Callable[[WallEdge | Health], None]
NAMED = "GPIOZERO_PIN_FACTORY"
"""The environment variable by which gpiozero's users choose a factory."""
GPIOD = "gpiod"
SAME_CLOCK_S = 0.05
"""A factory whose ticks are so near to CLOCK_MONOTONIC counts in its seconds."""
WHOLE_AFTER_NS = 2_000_000_000
"""A sensor that was heard for so long without a lost edge is heard in full again."""


class WallSensor(InputDevice):  # type: ignore[misc]
    """One zone's sensor between a GPIO pin and ground; every edge is handed over as it came, bouncing and all.

    Where the pin can say that its line failed, that is told as the zone's health; so is, where it can say that, that
    edges were lost, but as the health of a part of its own: a zone of which too much is heard is not silent.
    """

    def __init__(
        self,
        zone: str,
        gpio: int,
        put: Put,
        pin_factory: Any = None,
        clock_ns: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        super().__init__(gpio, pull_up=True, pin_factory=pin_factory)
        self.zone = zone
        self._put = put
        self._clock_ns = clock_ns
        self._time_ns = _clock_of(self.pin_factory)
        self._counted = self._losses
        self._lost_ns: int | None = None
        self.pin.edges = "both"
        self.pin.bounce = None
        if hasattr(self.pin, "when_lost"):
            self.pin.when_lost = self._lost
        self.pin.when_changed = self._pin_changed

    def _pin_changed(self, ticks: float, state: bool) -> None:
        t_ns = self._time_ns(ticks)
        self._mind_losses(t_ns)
        self._put(WallEdge(t_ns, self.zone, int(self._state_to_value(state))))

    @property
    def _losses(self) -> int:
        return int(getattr(self.pin, "lost_edges", 0))

    def _mind_losses(self, t_ns: int) -> None:
        """Tell when edges begin to be lost, and when none was for a while."""
        if self._losses > self._counted:
            if self._lost_ns is None:
                self._tell_losses(t_ns, False, "were lost: too many came. Shield its cable.")
            self._counted, self._lost_ns = self._losses, t_ns
        elif self._lost_ns is not None and t_ns - self._lost_ns > WHOLE_AFTER_NS:
            self._tell_losses(t_ns, True, "are all heard again.")
            self._lost_ns = None

    def _tell_losses(self, t_ns: int, ok: bool, what: str) -> None:
        self._put(Health(t_ns, f"{self.zone} edges", ok, f"Edges of wall sensor {self.zone} {what}"))

    def _lost(self, error: OSError) -> None:
        why = f"{error.strerror or error}. Check it, and start again."
        self._put(Health(self._clock_ns(), self.zone, False, f"Wall sensor {self.zone} at {self.pin} is lost: {why}"))


class WallSensors:
    """All sensors of a table: an `EdgeSource`. `gpio_of` gives each zone's pin (BCM number).

    `pin_factory` None: the one that GPIOZERO_PIN_FACTORY names, else libgpiod, closed again with the sensors.
    `clock_ns` runs on the edges' clock (CLOCK_MONOTONIC). Raises HardwareError where a pin cannot be had.
    """

    def __init__(
        self,
        gpio_of: Mapping[str, int],
        pin_factory: Any = None,
        clock_ns: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        self._gpio_of = dict(gpio_of)
        self._given = pin_factory
        self._clock_ns = clock_ns
        self._own: Any = None
        self._sensors: list[WallSensor] = []

    def start(self, put: Put) -> None:
        """Begin to hand over edges, in the order in which the kernel stamped them on each line.

        A zone that is active already gives an edge at once.
        """
        self.stop()
        try:
            factory = self._given or self._open()
            for zone, gpio in self._gpio_of.items():
                self._sensors.append(_opened(zone, gpio, put, factory, self._clock_ns))
            self._tell_active(put)
        except OSError:
            self.stop()
            raise

    def stop(self) -> None:
        """Stop and free the lines."""
        while self._sensors:
            self._sensors.pop().close()
        if self._own is not None:
            self._own.close()
            self._own = None

    @property
    def active(self) -> Mapping[str, bool]:
        """Tell of each zone whether it is active now."""
        return {sensor.zone: bool(sensor.is_active) for sensor in self._sensors}

    @property
    def lost_edges(self) -> int:
        """Count the edges that the kernel had to drop, where the pins can say so."""
        return sum(getattr(sensor.pin, "lost_edges", 0) for sensor in self._sensors)

    def _tell_active(self, put: Put) -> None:
        """Tell which zones began as active; the time is taken first, so that whatever changes meanwhile is later."""
        now_ns = self._clock_ns()
        for zone, active in self.active.items():
            if active:
                put(WallEdge(now_ns, zone, 1))

    def _open(self) -> Any:
        name = os.environ.get(NAMED) or GPIOD
        if name.lower() != GPIOD:
            return _factory_named(name)
        from controller.hardware.gpiod_factory import GpiodFactory

        self._own = GpiodFactory()
        return self._own


def _opened(zone: str, gpio: int, put: Put, factory: Any, clock_ns: Callable[[], int]) -> WallSensor:
    try:
        return WallSensor(zone, gpio, put, factory, clock_ns)
    except (GPIOZeroError, OSError) as error:
        raise HardwareError(
            f"Wall sensor {zone} at GPIO {gpio} cannot be opened: {error}. "
            "Check gpio in the table file, and that no other program uses this pin."
        ) from error


def _factory_named(name: str) -> Any:
    """Give gpiozero's own factory, which it shares with any other device and closes itself."""
    try:
        Device.ensure_pin_factory()
    except Exception as error:  # whatever the factory's library raises
        raise HardwareError(
            f"{NAMED}={name} cannot be used: {error}. Install what it needs, or unset it, which takes gpiod."
        ) from error
    return Device.pin_factory


def _clock_of(factory: Any) -> Callable[[float], int]:
    """Give what turns a factory's ticks into ns of CLOCK_MONOTONIC."""
    if abs(float(factory.ticks()) - time.monotonic()) <= SAME_CLOCK_S:
        return lambda ticks: round(ticks * 1e9)

    def by_age(ticks: float) -> int:
        return time.monotonic_ns() - round(float(factory.ticks_diff(factory.ticks(), ticks)) * 1e9)

    return by_age
