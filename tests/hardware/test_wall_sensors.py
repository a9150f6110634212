"""Wall sensors on gpiozero's mock and over libgpiod: raw edges on the session's clock, storms, pins that are taken."""

import queue
import sys
import time
from itertools import pairwise

import fake_gpiod
import pytest
from gpiozero import LED, Device
from gpiozero.pins.mock import MockFactory, MockPin

from controller.errors import HardwareError
from controller.hardware.gpiod_factory import GpiodFactory
from controller.hardware.wall_sensors import WallSensors
from controller.throws.debounce import Debouncer
from controller.throws.events import Health, Wall, WallEdge, Zone

GPIO = {"far-1": 5, "far-2": 6, "far-3": 13}
WAIT_S = 5.0
STORM = 5000


class HeldLow(MockPin):
    """A line that something outside holds low, whatever pulls it up."""

    def _set_pull(self, value):
        self._pull, self._state = value, False


@pytest.fixture
def mock():
    factory = MockFactory()
    yield factory
    factory.reset()


def test_active_is_low_and_every_edge_is_told_as_it_came(mock):
    told, sensors = [], WallSensors(GPIO, mock)
    sensors.start(told.append)
    before_ns = time.monotonic_ns()
    for _ in range(3):
        mock.pin(6).drive_low()
        mock.pin(6).drive_high()
    assert [(edge.zone, edge.level) for edge in told] == [("far-2", 1), ("far-2", 0)] * 3
    assert all(before_ns - 1000 <= edge.t_ns <= time.monotonic_ns() + 1000 for edge in told)
    assert all(a.t_ns <= b.t_ns for a, b in pairwise(told))
    sensors.stop()


def test_stopped_sensors_say_nothing_and_free_their_pins(mock):
    told, sensors = [], WallSensors(GPIO, mock)
    sensors.start(told.append)
    mock.pin(5).drive_low()
    assert sensors.active == {"far-1": True, "far-2": False, "far-3": False}
    sensors.stop()
    mock.pin(5).drive_high()
    assert len(told) == 1
    LED(5, pin_factory=mock).close()
    sensors.start(told.append)
    mock.pin(13).drive_low()
    assert told[-1].zone == "far-3"
    sensors.stop()


def test_a_sensor_that_is_active_before_the_start_is_told_at_once_and_found_to_stay_so(mock):
    mock.pin(6, pin_class=HeldLow)
    told, sensors = [], WallSensors(GPIO, mock, clock_ns=lambda: 7_000)
    sensors.start(told.append)
    sensors.stop()
    assert told == [WallEdge(7_000, "far-2", 1)]
    debouncer = Debouncer([Zone("far-2", Wall.FAR, 150, 300)])
    debouncer.edge(told[0])
    (health,) = debouncer.tick(2_000_000_000)
    assert (health.ok, health.part) == (False, "far-2")
    assert "stays active" in health.message


def test_a_pin_in_use_is_named_with_its_zone(mock):
    lamp = LED(6, pin_factory=mock)
    with pytest.raises(HardwareError, match="Wall sensor far-2 at GPIO 6 cannot be opened"):
        WallSensors(GPIO, mock).start(lambda _edge: None)
    lamp.close()


def test_a_pin_that_is_none_is_named_too(mock):
    with pytest.raises(HardwareError, match="far-1 at GPIO 99"):
        WallSensors({"far-1": 99}, mock).start(lambda _edge: None)


@pytest.fixture
def no_factory_yet(monkeypatch):
    monkeypatch.setattr(Device, "pin_factory", None)


def test_the_factory_that_gpiozeros_variable_names_is_taken(no_factory_yet, monkeypatch):
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    told, sensors = [], WallSensors(GPIO)
    for _ in range(2):
        sensors.start(told.append)
        Device.pin_factory.pin(6).drive_low()
        sensors.stop()
    assert isinstance(Device.pin_factory, MockFactory)
    assert [(edge.zone, edge.level) for edge in told] == [("far-2", 1)] * 2


def test_a_named_factory_that_cannot_be_had_is_said_with_its_name(no_factory_yet, monkeypatch):
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "nosuch")
    with pytest.raises(HardwareError, match=r"GPIOZERO_PIN_FACTORY=nosuch cannot be used: .* unset it"):
        WallSensors(GPIO).start(lambda _edge: None)


@pytest.mark.parametrize("name", [None, "", "gpiod"])
def test_without_a_name_or_by_its_own_libgpiod_is_taken_and_closed_with_the_sensors(name, no_factory_yet, monkeypatch):
    if name is None:
        monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)
    else:
        monkeypatch.setenv("GPIOZERO_PIN_FACTORY", name)
    chip = fake_gpiod.Chip()
    monkeypatch.setattr("controller.hardware.gpiod_factory.header_chip", lambda _library: chip)
    monkeypatch.setitem(sys.modules, "gpiod", fake_gpiod)
    sensors = WallSensors(GPIO)
    sensors.start(lambda _edge: None)
    assert sorted(chip.requests) == sorted(GPIO.values())
    sensors.stop()
    assert chip.closed


def test_over_libgpiod_the_kernels_stamps_come_through():
    chip = fake_gpiod.Chip()
    factory, told = GpiodFactory(fake_gpiod, chip), queue.Queue()
    sensors = WallSensors(GPIO, factory)
    sensors.start(told.put)
    stamp_ns = time.monotonic_ns()
    chip.requests[13].edge(stamp_ns, rising=False)
    chip.requests[13].edge(stamp_ns + 700_000, rising=True)
    assert told.get(timeout=WAIT_S) == WallEdge(stamp_ns, "far-3", 1)
    assert told.get(timeout=WAIT_S) == WallEdge(stamp_ns + 700_000, "far-3", 0)
    assert sensors.lost_edges == 0
    sensors.stop()
    factory.close()


def test_a_line_that_fails_is_the_zones_bad_health():
    chip = fake_gpiod.Chip()
    factory, told = GpiodFactory(fake_gpiod, chip), queue.Queue()
    sensors = WallSensors(GPIO, factory, clock_ns=lambda: 7_000)
    sensors.start(told.put)

    def fail():
        raise OSError(19, "No such device")

    chip.requests[6].read_edge_events = fail
    chip.requests[6].edge(1, rising=False)
    health = told.get(timeout=WAIT_S)
    assert isinstance(health, Health)
    assert (health.t_ns, health.part, health.ok) == (7_000, "far-2", False)
    assert "far-2 at GPIO6 is lost: No such device" in health.message
    sensors.stop()
    factory.close()


def test_lost_edges_are_told_once_and_taken_back_when_none_was_lost_for_a_while():
    chip = fake_gpiod.Chip()
    factory, told = GpiodFactory(fake_gpiod, chip), queue.Queue()
    sensors = WallSensors({"far-1": 5}, factory)
    sensors.start(told.put)
    start_ns, rising = time.monotonic_ns(), False
    for after_ms, skipped in ((0, 0), (1, 7), (2, 3), (3, 0), (2_500, 0)):
        chip.requests[5].edge(start_ns + after_ms * 1_000_000, rising, skipped)
        rising = not rising
    got = [told.get(timeout=WAIT_S) for _ in range(7)]
    assert [(each.part, each.ok) for each in got if isinstance(each, Health)] == [
        ("far-1 edges", False),
        ("far-1 edges", True),
    ]
    assert "were lost" in got[1].message
    assert sensors.lost_edges == 10
    sensors.stop()
    factory.close()


def test_no_edge_of_a_storm_is_lost_on_the_way():
    chip = fake_gpiod.Chip()
    factory, told = GpiodFactory(fake_gpiod, chip), queue.Queue()
    sensors = WallSensors({"far-1": 5}, factory)
    sensors.start(told.put)
    for k in range(STORM):
        chip.requests[5].edge(1_000_000 * k, rising=bool(k % 2))
    got = [told.get(timeout=WAIT_S).t_ns for _ in range(STORM)]
    assert got == [1_000_000 * k for k in range(STORM)]
    sensors.stop()
    factory.close()
