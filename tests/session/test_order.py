"""One order for all events, however late each source hands them over."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from controller.session.order import Event, EventOrder, Inbox, time_of
from controller.throws.events import Command, WallEdge
from vision.frame import Frame

MS = 1_000_000
IMAGE = np.zeros((1, 1, 3), np.uint8)
DELAYS = st.tuples(st.integers(45, 90), st.integers(45, 90), st.lists(st.integers(0, 40), min_size=30, max_size=30))


def evening() -> list[Event]:
    small = [Frame(IMAGE, t * 16 * MS, t, "small") for t in range(30)]
    main = [Frame(IMAGE, t * 33 * MS, t, "main") for t in range(15)]
    edges = [WallEdge((7 + t * 15) * MS, "far-1", t % 2) for t in range(30)]
    return [*small, *main, *edges, Command(200 * MS, {"do": "box_up"})]


def name(event: Event) -> tuple[object, ...]:
    return (type(event).__name__, time_of(event), getattr(event, "stream", ""))


def taken(arrivals: list[tuple[int, Event]]) -> list[tuple[object, ...]]:
    now = [0]
    order = EventOrder(lambda: now[0])
    given_out: list[Event] = []
    for arrival_ns, event in arrivals:
        now[0] = arrival_ns
        order.put(event)
        given_out += order.take()
    given_out += order.drain()
    assert order.late == 0
    return [name(event) for event in given_out]


@given(DELAYS)
def test_any_interleaving_of_the_sources_gives_the_same_sequence(delays: tuple[int, int, list[int]]) -> None:
    small_ms, main_ms, edge_ms = delays
    arrivals, last_edge = [], 0
    for number, event in enumerate(evening()):
        if isinstance(event, Frame):
            arrival = event.exposed_ns + (small_ms if event.stream == "small" else main_ms) * MS
        else:
            arrival = last_edge = max(last_edge, event.t_ns + edge_ms[number % 30] * MS)
            if isinstance(event, Command):
                arrival = event.t_ns
        arrivals.append((arrival, event))
    arrivals.sort(key=lambda item: item[0])
    expected = [
        name(e) for e in sorted(evening(), key=lambda e: (time_of(e), not isinstance(e, Frame), name(e)[2] != "small"))
    ]
    assert taken(arrivals) == expected


def test_an_edge_waits_for_frames_of_its_time_and_no_longer_than_a_tenth_of_a_second() -> None:
    now = [0]
    order = EventOrder(lambda: now[0])
    order.put(WallEdge(10 * MS, "far-1", 1))
    assert list(order.take()) == []
    now[0] = 99 * MS
    assert list(order.take()) == []
    now[0] = 100 * MS
    assert [time_of(e) for e in order.take()] == [10 * MS]


def test_a_frame_that_comes_too_late_is_dropped_and_a_command_is_not() -> None:
    order = EventOrder(lambda: 0, streams=())
    order.put(WallEdge(10 * MS, "far-1", 1))
    assert len(list(order.take())) == 1
    order.put(Frame(IMAGE, 5 * MS, 0, "main"))
    order.put(Command(5 * MS, {"do": "box_up"}))
    assert [(type(e), time_of(e)) for e in order.take()] == [(Command, 10 * MS)]
    assert order.late == 1


def test_an_edge_that_comes_too_late_is_given_out_at_the_newest_time_in_its_own_order() -> None:
    order = EventOrder(lambda: 0)
    for stream in ("small", "main"):
        order.put(Frame(IMAGE, 33 * MS, 0, stream))
    assert len(list(order.take())) == 2
    for t_ms, level in ((30, 1), (31, 0), (32, 1), (40, 0)):
        order.put(WallEdge(t_ms * MS, "far-1", level))
    assert list(order.take()) == [WallEdge(33 * MS, "far-1", level) for level in (1, 0, 1)]
    assert list(order.drain()) == [WallEdge(40 * MS, "far-1", 0)]
    assert order.late == 0


def test_what_waits_is_bounded() -> None:
    order = EventOrder(lambda: 0, most_waiting=10)
    for number in range(50):
        order.put(WallEdge(number, "far-1", 1))
    assert len(list(order.take())) == 40
    assert len(order) == 10


def test_a_full_inbox_drops_the_oldest_frame_and_never_an_edge() -> None:
    inbox = Inbox(most_frames=2)
    inbox.put(WallEdge(0, "far-1", 1))
    for number in range(4):
        inbox.put(Frame(IMAGE, number, number))
    inbox.close()
    left = [inbox.get() for _ in range(3)]
    assert [time_of(e) for e in left if e is not None] == [0, 2, 3]
    assert inbox.get() is None
    assert inbox.dropped == 2
