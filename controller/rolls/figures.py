"""A study as one JSON object (docs/statistics.md says what each field means)."""

from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

import numpy as np

from controller.rolls.classic import PEEKING, ChiSquare
from controller.rolls.evidence import named_face_paths
from controller.rolls.fairness import Fairness, Tested
from controller.rolls.groups import Group
from controller.rolls.intervals import face_sequence, posterior_intervals
from controller.rolls.power import bias_shown, smallest_bias
from controller.rolls.rounds import FAIR_MEAN, Rounds
from controller.rolls.study import DiceSetStudy, Sevens, Study
from controller.rolls.watched import Evidence
from controller.rolls.words import headline, verdict

MOST_GROUPS = 200
_MOST_EVIDENCE = 1e300
_SEQUENCE_LEVEL = 0.05


def study_figures(study: Study) -> dict[str, Any]:
    """Give all figures as plain values for JSON."""
    current = study.current
    return {
        "verdict": headline(study),
        "box_up": current is not None and current.fairness.evidence.crossed,
        "rolls": study.census.known,
        "log": _census(study),
        "level": study.level,
        "named": study.named,
        "misreading": asdict(study.misreading),
        "dice_sets": [_dice_set(one) for one in study.sets],
        "all_dice": None if study.together is None else _fairness(study.together),
        "sevens": _sevens(study.sevens),
        "groups": {kind: [_group(group) for group in found[:MOST_GROUPS]] for kind, found in study.groups.items()},
        "rounds": _rounds(study.rounds),
        "classic_warning": PEEKING,
    }


def _census(study: Study) -> dict[str, Any]:
    fields = asdict(study.census)
    return {
        **{name: value for name, value in fields.items() if not name.endswith("_ms")},
        "first": utc_text(study.census.first_ms),
        "last": utc_text(study.census.last_ms),
    }


def utc_text(moment_ms: int | None) -> str | None:
    """Write milliseconds since 1970 as ISO 8601 text in UTC, to the second."""
    if moment_ms is None:
        return None
    return datetime.fromtimestamp(moment_ms / 1000, UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def _dice_set(one: DiceSetStudy) -> dict[str, Any]:
    place = {"name": one.name, "dice": list(one.dice), "first": one.first, "last": one.last}
    return {**place, **_fairness(one.fairness)}


def _fairness(fairness: Fairness) -> dict[str, Any]:
    tests = {kind: fairness.of(kind) for kind in ("total", "together", "successive")}
    return {
        "rolls": fairness.rolls,
        "verdict": verdict(fairness),
        "box_up": fairness.evidence.crossed,
        "misread_at_most": fairness.eps,
        "smallest_bias": bias_shown(fairness),
        "evidence": _evidence(fairness.evidence),
        "faces": [_faces(test, fairness) for test in fairness.of("faces")],
        **{kind: _other(found[0]) if found else None for kind, found in tests.items()},
    }


def _faces(test: Tested, fairness: Fairness) -> dict[str, Any]:
    values = int(test.counts.sum())
    each = named_face_paths(test.counts[None, :], fairness.eps)[0]
    return {
        "die": test.die,
        "values": values,
        "counts": test.counts.tolist(),
        "evidence": _evidence(test.evidence),
        "confidence_sequence": face_sequence(test.counts, _SEQUENCE_LEVEL),
        "posterior": posterior_intervals(test.counts),
        "smallest_bias": smallest_bias(values, test.evidence.level, fairness.eps, fairness.named),
        "evidence_if_named_beforehand": [_bounded(log) for log in each],
        "chi_square": _classic(test.classic),
    }


def _other(test: Tested) -> dict[str, Any]:
    counted = {"first": test.first, "counts": test.counts.tolist()} if test.what == "total" else {}
    return {**counted, "evidence": _evidence(test.evidence), "chi_square": _classic(test.classic)}


def _evidence(evidence: Evidence) -> dict[str, Any]:
    return {
        "now": _bounded(evidence.now),
        "highest": _bounded(evidence.highest),
        "bound": _bounded(evidence.bound),
        "log10_now": evidence.now / np.log(10),
        "crossed_after": evidence.crossed_after,
    }


def _bounded(log_evidence: float) -> float:
    """Give evidence as a factor; JSON knows no infinity."""
    return float(np.exp(min(log_evidence, np.log(_MOST_EVIDENCE))))


def _classic(test: ChiSquare | None) -> dict[str, Any] | None:
    return None if test is None else asdict(test)


def _sevens(sevens: Sevens) -> dict[str, Any]:
    low, high = sevens.share
    return {
        "rolls": sevens.rolls,
        "sevens": sevens.sevens,
        "share_interval": [low, high],
        "rolls_per_seven": sevens.rolls / sevens.sevens if sevens.sevens else None,
        "rolls_per_seven_interval": [1 / high if high else None, 1 / low if low else None],
    }


def _group(group: Group) -> dict[str, Any]:
    return {
        "name": group.name,
        "values": int(group.faces.sum()),
        "faces": group.faces.tolist(),
        "rolls": group.rolls,
        "sevens": group.sevens,
        "sevens_share_interval": list(group.sevens_share),
        "evidence": _bounded(group.evidence),
        "stands_out": group.stands_out,
    }


def _rounds(rounds: Rounds) -> dict[str, Any]:
    return {
        "finished": rounds.finished,
        "rolls_per_round": rounds.mean,
        "fair_rolls_per_round": FAIR_MEAN,
        "reached": rounds.reached.tolist(),
        "decided": rounds.decided.tolist(),
        "fair_decided": rounds.expected.tolist(),
        "chi_square": _classic(rounds.classic),
    }
