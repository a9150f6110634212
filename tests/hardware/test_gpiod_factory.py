"""gpiozero over libgpiod: the header's chip, settings, stamps, lost edges, callbacks that raise, opening again."""

import logging
import queue
import threading
from importlib.metadata import entry_points

import fake_gpiod
import pytest
from gpiozero import LED, Button, Buzzer
from gpiozero.exc import PinFixedPull, PinInvalidBounce, PinInvalidPull, PinPWMUnsupported, PinSetInput

from controller.errors import HardwareError
from controller.hardware.gpiod_factory import GpiodFactory, header_chip

WAIT_S = 5.0


@pytest.fixture
def chip():
    return fake_gpiod.Chip()


@pytest.fixture
def factory(chip):
    made = GpiodFactory(fake_gpiod, chip)
    yield made
    made.close()


def listening(factory, number=5, pull="up"):
    """Give a pin that puts what it tells into a queue."""
    pin, told = factory.pin(number), queue.Queue()
    pin.function, pin.pull = "input", pull

    def changed(ticks, state):
        told.put((ticks, state))

    pin.keeper = changed  # gpiozero holds callbacks weakly
    pin.when_changed = changed
    return pin, told


def test_the_header_is_found_by_its_label_whatever_its_number(tmp_path, monkeypatch):
    for name, label in {"gpiochip0": "brcm-gpio", "gpiochip11": "pinctrl-rp1", "gpiochip4": "no permission"}.items():
        (tmp_path / name).touch()
        monkeypatch.setitem(fake_gpiod.Chip.LABELS, str(tmp_path / name), label)
    assert header_chip(fake_gpiod, tmp_path).path == str(tmp_path / "gpiochip11")


def test_without_a_header_it_is_said_what_there_is_instead(tmp_path, monkeypatch):
    (tmp_path / "gpiochip0").touch()
    monkeypatch.setitem(fake_gpiod.Chip.LABELS, str(tmp_path / "gpiochip0"), "gpio-sim")
    with pytest.raises(HardwareError, match=r"called pinctrl-rp1, .* found gpiochip0 \(gpio-sim\)\. On"):
        header_chip(fake_gpiod, tmp_path)
    with pytest.raises(HardwareError, match=r"found none at all\. On"):
        header_chip(fake_gpiod, tmp_path / "nowhere")


def test_it_is_registered_for_any_gpiozero_program():
    (entry,) = [e for e in entry_points(group="gpiozero_pin_factories") if e.name == "gpiod"]
    assert entry.load() is GpiodFactory


def test_an_input_asks_for_its_pull_both_edges_and_the_monotonic_clock(factory, chip):
    pin, _ = listening(factory, pull="up")
    settings = chip.requests[5].settings
    assert settings.bias is fake_gpiod.line.Bias.PULL_UP
    assert settings.edge_detection is fake_gpiod.line.Edge.BOTH
    assert settings.event_clock is fake_gpiod.line.Clock.MONOTONIC
    pin.edges = "falling"
    assert chip.requests[5].settings.edge_detection is fake_gpiod.line.Edge.FALLING


def test_the_kernels_stamp_arrives_to_the_nanosecond(factory, chip):
    _, told = listening(factory)
    stamps = [86_400_123_456_789 * k for k in (1, 10, 90)]
    for k, t_ns in enumerate(stamps):
        chip.requests[5].edge(t_ns, rising=bool(k % 2))
    got = [told.get(timeout=WAIT_S) for _ in stamps]
    assert [round(ticks * 1e9) for ticks, _ in got] == pytest.approx(stamps, abs=1)
    assert [state for _, state in got] == [False, True, False]


def test_lost_edges_are_counted_and_said(factory, chip, caplog):
    pin, told = listening(factory)
    with caplog.at_level(logging.WARNING):
        chip.requests[5].edge(1000, rising=False)
        chip.requests[5].edge(2000, rising=True, skipped=7)
        for _ in range(2):
            told.get(timeout=WAIT_S)
    assert pin.lost_edges == 7
    assert "7 edges were lost" in caplog.text


def test_a_callback_that_raises_is_logged_and_no_pin_goes_deaf(factory, chip, caplog):
    _, told = listening(factory, 6)
    bad, reached = factory.pin(5), threading.Semaphore(0)

    def raising(_ticks, _state):
        reached.release()
        raise ValueError("somebody's mistake")

    bad.function = "input"
    bad.when_changed = raising
    for _ in range(3):
        chip.requests[5].edge(1, rising=True)
        assert reached.acquire(timeout=WAIT_S)
    chip.requests[6].edge(2, rising=True)
    assert told.get(timeout=WAIT_S) == (2e-9, True)
    assert "somebody's mistake" in caplog.text


def test_a_callback_that_raises_costs_no_other_edge_of_its_batch(factory, chip, caplog):
    pin, told = factory.pin(5), queue.Queue()

    def changed(ticks, _state):
        told.put(round(ticks * 1e9))
        if round(ticks * 1e9) == 2000:
            raise ValueError("somebody's mistake")

    pin.function = "input"
    with pin._lock:  # whatever comes meanwhile is taken in one batch
        pin.when_changed = changed
        for k in range(1, 7):
            chip.requests[5].edge(k * 1000, rising=bool(k % 2))
    assert [told.get(timeout=WAIT_S) for _ in range(6)] == [k * 1000 for k in range(1, 7)]
    chip.requests[5].edge(7000, rising=True)
    assert told.get(timeout=WAIT_S) == 7000
    assert pin.lost_edges == 0
    assert len(caplog.records) == 1


@pytest.mark.parametrize(("fails", "bounce_s"), [("read_edge_events", None), ("get_value", 0.001)])
def test_a_line_that_fails_is_told_once_and_heard_no_more_and_the_others_are(factory, chip, caplog, fails, bounce_s):
    (pin, _), (_, told) = listening(factory, 5), listening(factory, 6)
    tried, lost = [], queue.Queue()

    def fail(*_given):
        tried.append(fails)
        raise OSError(19, "No such device")

    pin.bounce, pin.when_lost = bounce_s, lost.put
    setattr(chip.requests[5], fails, fail)
    chip.requests[5].edge(1, rising=True)
    assert lost.get(timeout=WAIT_S).strerror == "No such device"
    for k in range(2):
        chip.requests[6].edge(k, rising=True)
        told.get(timeout=WAIT_S)
    assert tried == [fails]
    assert [record.levelname for record in caplog.records] == ["ERROR"]
    assert "GPIO5" in caplog.text


def test_closed_and_opened_again_in_one_process_it_hears_again(chip):
    for _ in range(3):
        factory = GpiodFactory(fake_gpiod, chip)
        _, told = listening(factory)
        chip.requests[5].edge(77, rising=True)
        assert told.get(timeout=WAIT_S)[1] is True
        factory.close()
        factory.close()
        assert chip.requests[5].released
        assert not [t for t in threading.enumerate() if t.name == "gpiod"]
    with pytest.raises(HardwareError, match="closed"):
        _ = factory.chip


def test_an_idle_pin_wakes_nobody(factory, monkeypatch):
    woken = []
    take = type(factory.pin(5)).take_edges
    monkeypatch.setattr(type(factory.pin(5)), "take_edges", lambda pin: (woken.append(pin), take(pin)))
    listening(factory)
    assert factory.watcher.sleeps_s is None
    assert woken == []


def test_with_a_bounce_time_the_first_edge_counts_and_the_rest_state_is_told(factory, chip):
    pin, told = listening(factory)
    pin.bounce = 0.02
    now_ns = round(factory.ticks() * 1e9)
    for k, rising in enumerate([True, False, True, False]):
        chip.requests[5].edge(now_ns + k * 1_000_000, rising)
    first, second = told.get(timeout=WAIT_S), told.get(timeout=WAIT_S)
    assert (round(first[0] * 1e9), first[1]) == (now_ns, True)
    assert second[1] is False
    assert second[0] == pytest.approx(first[0] + 0.02, abs=1e-6)


def test_lamp_and_buzzer_switch_lines(factory, chip):
    lamp, buzzer = LED(16, pin_factory=factory), Buzzer(20, pin_factory=factory)
    lamp.on()
    buzzer.beep(on_time=60, background=True)
    assert chip.requests[16].value is fake_gpiod.line.Value.ACTIVE
    lamp.off()
    assert chip.requests[16].value is fake_gpiod.line.Value.INACTIVE
    assert chip.requests[16].settings.direction is fake_gpiod.line.Direction.OUTPUT
    buzzer.close()
    lamp.close()


def test_a_gpiozero_button_works_on_it(factory, chip):
    button, pressed = Button(13, pin_factory=factory), threading.Event()
    button.when_pressed = pressed.set
    chip.requests[13].edge(round(factory.ticks() * 1e9), rising=False)
    assert pressed.wait(WAIT_S)
    button.close()


def test_what_a_line_cannot_do_is_refused(factory):
    pin = factory.pin(5)
    pin.function = "input"
    with pytest.raises(PinSetInput):
        pin.state = True
    with pytest.raises(PinInvalidPull):
        pin.pull = "sideways"
    with pytest.raises(PinInvalidBounce):
        pin.bounce = -1
    with pytest.raises(PinPWMUnsupported):
        pin.frequency = 100
    with pytest.raises(PinFixedPull):
        factory.pin(2).pull = "down"
