"""Rolls and imports in words and figures, for people and as fields for programs."""

from collections.abc import Iterator
from typing import Any

from controller.rolls.csv_in import CsvRolls
from controller.rolls.roll import Correction, Roll, RolledDie, Standing, time_text
from controller.rolls.table import NO, NO_TIME, UNKNOWN, YES

STANDINGS = {
    Standing.COUNTED: "",
    Standing.VOID: "void",
    Standing.ASKED: "question open",
    Standing.KEPT_OUT: "not due",
    Standing.UNDONE: "taken back",
    Standing.UNKNOWN: "",
}
CHANGES = {"correct": "corrected", "answer": "answered", "no_roll": "called off"}
FAR = 1 << 62
FACES = range(1, 7)
SHOWN = 5
NAMED = 6


def line_of(roll: Roll) -> str:
    """Say a roll in one line: number, time, shooter, faces, what became of it and why."""
    faces = " ".join("?" if face is None else str(face) for face in roll.faces)
    said = CHANGES[roll.corrections[-1].kind] if roll.corrections else ""
    notes = [STANDINGS[roll.standing], ", ".join(roll.reasons), said]
    where = f"dice {roll.dice_set}" + (f" {roll.dice_set_name}" if roll.dice_set_name else "")
    parts = [f"{roll.entry:6}  {roll.time[:19].replace('T', ' ')}  {roll.shooter:<10.10}  {faces:<9}  {roll.phase:<9}"]
    return "  ".join([*parts, where, *(note for note in notes if note)]).rstrip()


def details(roll: Roll) -> str:
    """Say everything about a roll, a line for each thing."""
    return "\n".join(f"{name:<12} {value}" for name, value in _details(roll) if value not in ("", "None"))


def _details(roll: Roll) -> Iterator[tuple[str, str]]:
    yield "throw", f"{roll.entry} of session {roll.session}, {roll.time}"
    yield "game", f"{roll.game}, {roll.phase}" + (f", point {roll.point}" if roll.point else "")
    yield "shooter", roll.shooter + (f", {roll.hand} hand" if roll.hand else "")
    yield "dice set", f"{roll.dice_set} {roll.dice_set_name}".strip()
    yield "standing", f"{roll.standing}" + (f": {', '.join(roll.reasons)}" if roll.reasons else "")
    yield "ruling", roll.ruling
    yield "call", roll.call
    yield "question", roll.ask
    yield "kept out", roll.kept_out
    yield "brought by", roll.by
    for number, die in enumerate(roll.dice, start=1):
        yield f"die {number}", _die(die)
    for correction in roll.corrections:
        yield correction.kind, _correction(correction)
    for picture in roll.pictures:
        yield "picture", f"{picture.file} (SHA-256 {picture.sha256[:12]}...)"


def _die(die: RolledDie) -> str:
    read = f" (read as {die.read})" if die.read not in (None, die.value) else ""
    rest = f"at {die.rest_mm[0]:.0f}, {die.rest_mm[1]:.0f} mm" if die.rest_mm else ""
    tilt = f"tilt {die.tilt_deg:.1f}°" if die.tilt_deg is not None else ""
    hits = f"hit {', '.join(die.zones)}" if die.zones else ""
    sure = f"confidence {die.confidence:.3f}" if die.confidence is not None else ""
    known = (die.name, f"{die.value or '?'}{read}", die.state, rest, die.area, tilt, hits, sure)
    return ", ".join(part for part in known if part)


def _correction(correction: Correction) -> str:
    faces = " ".join("?" if face is None else str(face) for face in correction.faces)
    return f"by {correction.by}, {correction.time}; before: {faces}, {correction.standing}"


def counted(count: int, thing: str) -> str:
    """Say how many there are of something."""
    return f"{count:,} {thing}{'' if count == 1 else 's'}"


def preview_fields(found: CsvRolls) -> dict[str, Any]:
    """Give what a file holds, as figures."""
    rolls = found.rolls
    known, standing = rolls.time_ms != NO_TIME, rolls.counted()
    first, last = rolls.time_ms.min(where=known, initial=FAR), rolls.time_ms.max(where=known, initial=-FAR)
    return {
        "rolls": len(rolls),
        "dice": rolls.dice,
        "counted": int((rolls.counts == YES).sum()),
        "void": int((rolls.counts == NO).sum()),
        "unknown": int((rolls.counts == UNKNOWN).sum()),
        "sessions": len(rolls.sessions),
        "shooters": list(rolls.shooters),
        "first": time_text(int(first)) if known.any() else None,
        "last": time_text(int(last)) if known.any() else None,
        "faces": [[int(((rolls.faces[:, k] == face) & standing).sum()) for face in FACES] for k in range(rolls.dice)],
        "ignored": list(found.heading.ignored),
    }


def preview_text(found: CsvRolls) -> str:
    """Say what a file holds, with its first rolls, before it is taken."""
    fields = preview_fields(found)
    lines = [
        f"{found.path}: {counted(fields['rolls'], 'roll')} of {fields['dice']} dice; "
        f"{fields['counted']} count, {fields['void']} are void, of {fields['unknown']} it is not said",
        f"sessions: {fields['sessions'] or 'not named'}; shooters: {_some(fields['shooters'])}",
    ]
    if fields["first"]:
        lines.append(f"from {fields['first']} to {fields['last']}")
    for die, counts in enumerate(fields["faces"], start=1):
        lines.append(f"d{die}: " + "  ".join(f"{face}×{n}" for face, n in enumerate(counts, start=1)))
    if fields["ignored"]:
        lines.append(f"columns that are not used: {', '.join(fields['ignored'])}")
    return "\n".join([*lines, *_first_rolls(found)])


def _some(names: list[str]) -> str:
    if not names:
        return "not named"
    more = len(names) - NAMED
    return ", ".join(names[:NAMED]) + (f" and {more} more" if more > 0 else "")


def _first_rolls(found: CsvRolls) -> Iterator[str]:
    faces = found.rolls.faces[:SHOWN].tolist()
    if faces:
        yield "it begins with " + ", ".join("-".join(str(face or "?") for face in row) for row in faces)
