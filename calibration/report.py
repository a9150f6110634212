"""What every calibration step says: figures, a verdict and what to do next."""

import math
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any


class Verdict(StrEnum):
    """How far a result can be trusted."""

    GOOD = "good"
    USABLE = "usable"
    BAD = "bad"


@dataclass(frozen=True, slots=True)
class Report:
    """The outcome of one step. `figures` are named with their units; `advice` says what to do next."""

    step: str
    verdict: Verdict
    figures: dict[str, Any] = field(default_factory=dict)
    advice: tuple[str, ...] = ()


class Findings:
    """Collects what is wrong with a result: the worst of it is the verdict."""

    def __init__(self) -> None:
        """Start with nothing to complain about."""
        self._bad: list[str] = []
        self._usable: list[str] = []

    def bad_if(self, finding: bool, advice: str) -> None:
        """Note something with which the result cannot be used."""
        if finding:
            self._bad.append(advice)

    def usable_if(self, finding: bool, advice: str) -> None:
        """Note something that would be better otherwise."""
        if finding:
            self._usable.append(advice)

    def report(self, step: str, figures: dict[str, Any], after: str) -> Report:
        """Sum up; `after` is the advice where nothing is to be complained about."""
        verdict = Verdict.BAD if self._bad else Verdict.USABLE if self._usable else Verdict.GOOD
        return Report(step, verdict, _finite(figures), tuple(self._bad + self._usable) or (after,))


def _finite(figures: Any) -> Any:
    """Put None for what is no number, in nested parts too: JSON knows no NaN."""
    if isinstance(figures, dict):
        return {name: _finite(value) for name, value in figures.items()}
    if isinstance(figures, (list, tuple)):
        return [_finite(value) for value in figures]
    return None if isinstance(figures, float) and not math.isfinite(figures) else figures
