"""Reading a line of the referee protocol: fields and their types. What is wrong raises ProtocolError."""

from collections.abc import Collection, Mapping
from typing import Any

from controller.errors import ProtocolError

MAX_NAME_LENGTH = 64


def check_fields(line: Mapping[str, Any], required: Collection[str], optional: Collection[str] = ()) -> None:
    """Refuse a line that lacks a field or has one that nobody knows."""
    known = [*required, *optional]
    for field in line:
        if field not in known:
            raise ProtocolError(f"Unknown field `{str(field)[:40]}`. Known here: {', '.join(known)}.")
    for field in required:
        if field not in line:
            raise ProtocolError(f"The field `{field}` is missing.")


def read_flag(line: Mapping[str, Any], field: str) -> bool:
    """Read a field that is true or false; left out means false."""
    value = line.get(field, False)
    if not isinstance(value, bool):
        raise ProtocolError(f"`{field}` must be true or false.")
    return value


def read_text(line: Mapping[str, Any], field: str) -> str:
    """Read a field that is a string."""
    value = line[field]
    if not isinstance(value, str):
        raise ProtocolError(f"`{field}` must be a string.")
    return value


def read_object(line: Mapping[str, Any], field: str) -> Mapping[str, Any]:
    """Read a field that is an object; left out means empty."""
    value = line.get(field, {})
    if not isinstance(value, Mapping):
        raise ProtocolError(f"`{field}` must be an object.")
    return value


def read_names(line: Mapping[str, Any], field: str) -> tuple[str, ...]:
    """Read a list of players' names: strings that are not blank, at most 64 signs long, all different."""
    value = line[field]
    if not isinstance(value, (list, tuple)) or not all(isinstance(name, str) for name in value):
        raise ProtocolError(f'`{field}` must be a list of names, such as ["A", "B"].')
    for name in value:
        if not name.strip() or len(name) > MAX_NAME_LENGTH:
            raise ProtocolError(f"A name in `{field}` must have 1 to {MAX_NAME_LENGTH} signs and must not be blank.")
    if not all(name.isprintable() for name in value):
        raise ProtocolError(f"A name in `{field}` has signs that cannot be printed.")
    if len(set(value)) != len(value):
        raise ProtocolError(f"The names in `{field}` must differ.")
    return tuple(value)
