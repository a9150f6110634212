"""Simulated people at the simulated table: they stake, fade and now and then ask for other dice."""

import random
from collections.abc import Mapping
from typing import Any

_STAKES = (5, 10, 10, 15, 20)
_PARTIAL_FADE = 0.25
_BOX_UP = 0.06


class StreetPlayers:
    """Two people at street craps, seeded: the next line either of them says, given the referee's state."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._asked_for_dice = False

    def next_line(self, state: Mapping[str, Any]) -> dict[str, Any] | None:
        """Say the next line, or None where the dice must speak first or the game is over."""
        if state["phase"] == "stake":
            self._asked_for_dice = False
            return {"do": "stake", "amount": self._stake(state)}
        if state["phase"] == "fade":
            return {"do": "fade", "amount": self._fade(state)}
        if state["phase"] == "come_out" and not self._asked_for_dice:
            self._asked_for_dice = True
            return self._box_up(state)
        return None

    def _stake(self, state: Mapping[str, Any]) -> int:
        return int(min(self._random.choice(_STAKES), state["stacks"][state["shooter"]]))

    def _fade(self, state: Mapping[str, Any]) -> int:
        most = int(min(state["stake"], state["stacks"][state["fader"]]))
        partial = self._random.random() < _PARTIAL_FADE
        return self._random.randint(1, most) if partial else most

    def _box_up(self, state: Mapping[str, Any]) -> dict[str, Any] | None:
        if self._random.random() >= _BOX_UP:
            return None
        return {"do": "box_up", "player": state["fader"]}
