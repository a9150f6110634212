"""Markov chains that end: found by trying every roll in every state, solved in fractions."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping
from fractions import Fraction
from typing import NamedTuple, TypeVar

State = TypeVar("State")
Gains = tuple[Fraction, ...]
Step = tuple[int, State | None, tuple[int, ...]]
"""In how many equally likely ways it happens, the state it leads to (None: the end), and what is gained on the way."""


class Node(NamedTuple):
    """A state's equation: the expected gains of one step, and the chances of the states after it."""

    gains: list[Fraction]
    chances: dict[Hashable, Fraction]


def expected_gains(
    start: State, key_of: Callable[[State], Hashable], steps_of: Callable[[State], Iterable[Step[State]]]
) -> Gains:
    """Give the expected sum of each gain from `start` to the end.

    States with equal keys are one state. Raises ValueError for a chain that does not surely end.
    """
    return _solve(explore(start, key_of, steps_of))


def explore(
    start: State, key_of: Callable[[State], Hashable], steps_of: Callable[[State], Iterable[Step[State]]]
) -> dict[Hashable, Node]:
    """Find every state that can be reached, `start` first."""
    nodes: dict[Hashable, Node] = {}
    found = {key_of(start): start}
    waiting = list(found)
    for key in waiting:
        steps = list(steps_of(found[key]))
        after_ways: Counter[Hashable] = Counter()
        for ways, after, _ in steps:
            if after is not None:
                after_key = key_of(after)
                after_ways[after_key] += ways
                if after_key not in found:
                    found[after_key] = after
                    waiting.append(after_key)
        nodes[key] = _node(after_ways, [(ways, gained) for ways, _, gained in steps])
    return nodes


def _node(after_ways: Mapping[Hashable, int], gained: list[tuple[int, tuple[int, ...]]]) -> Node:
    all_ways = sum(ways for ways, _ in gained)
    weighed = [[ways * gain for gain in gains] for ways, gains in gained]
    gains = [Fraction(sum(column), all_ways) for column in zip(*weighed, strict=True)]
    return Node(gains, {key: Fraction(ways, all_ways) for key, ways in after_ways.items()})


def _solve(nodes: dict[Hashable, Node]) -> Gains:
    """Eliminate the states from the last one found to the first, whose gains are then the answer."""
    order = list(nodes)
    before: dict[Hashable, set[Hashable]] = {key: set() for key in order}
    for key, node in nodes.items():
        for after in node.chances:
            before[after].add(key)
    for key in reversed(order):
        gains, chances = _without_itself(nodes.pop(key), key)
        earlier = before.pop(key) & nodes.keys()
        for one in earlier:
            _replace(nodes[one], key, gains, chances)
        for after in chances:
            before[after] |= earlier
    return tuple(gains)


def _without_itself(node: Node, key: Hashable) -> Node:
    """Sum up the times that a state leads back to itself."""
    stays = node.chances.pop(key, Fraction(0))
    if stays == 1:
        raise ValueError("This chain does not surely end: a state leads only to itself.")
    leaves = 1 - stays
    return Node([gain / leaves for gain in node.gains], {to: chance / leaves for to, chance in node.chances.items()})


def _replace(node: Node, key: Hashable, gains: list[Fraction], chances: dict[Hashable, Fraction]) -> None:
    """Put a state's solution into the equation of one before it."""
    share = node.chances.pop(key)
    for index, gain in enumerate(gains):
        node.gains[index] += share * gain
    for to, chance in chances.items():
        node.chances[to] = node.chances.get(to, Fraction(0)) + share * chance
