"""The referee: one game driven by JSON lines, one answer a line (referee.md)."""

import json
from decimal import Decimal, InvalidOperation
from typing import Any, NoReturn

from controller.errors import ProtocolError, RuleError
from controller.rules.game import Game, Warns

MAX_LINE_BYTES = 1 << 20
LONGEST_INT = 40


class Referee:
    """One game over text lines: the first good line is the set-up, each further one an action."""

    def __init__(self, game_type: type[Game]) -> None:
        self._game_type = game_type
        self._game: Game | None = None

    def answer(self, line: bytes) -> str:
        """Answer one line, without its line end, in pure ASCII; never raises on anything a line may hold."""
        try:
            answer = self._accept(decode_line(line))
        except ProtocolError as error:
            answer = {"ruling": "error", "reason": str(error)}
        except RuleError as error:
            answer = {"ruling": "refused", "reason": str(error), **error.answer} | self._state()
        return json.dumps(answer, allow_nan=False)

    def _accept(self, line: dict[str, Any]) -> dict[str, Any]:
        if self._game is None:
            self._game = self._game_type.set_up(line)
            warnings = {"warnings": self._game.warnings()} if isinstance(self._game, Warns) else {}
            return {"ruling": "ok"} | warnings | self._state()
        ruling = self._game.do(line)
        return {"ruling": ruling.word, **ruling.answer} | self._state()

    def _state(self) -> dict[str, Any]:
        return {} if self._game is None else {"state": self._game.state()}


def decode_line(line: bytes) -> dict[str, Any]:
    """Read one JSON object, numbers exactly (int or Decimal). Raises ProtocolError for anything else."""
    if len(line) > MAX_LINE_BYTES:
        raise ProtocolError(f"The line is longer than {MAX_LINE_BYTES} bytes.")
    try:
        value = json.loads(
            line.decode("utf-8"),
            parse_float=_exact,
            parse_int=_whole,
            parse_constant=Decimal,
            object_pairs_hook=_without_twins,
        )
    except UnicodeDecodeError:
        raise ProtocolError("The line is not valid UTF-8.") from None
    except json.JSONDecodeError as error:
        _not_json(error, line)
    except RecursionError:
        raise ProtocolError("The line is nested too deeply.") from None
    if not isinstance(value, dict):
        raise ProtocolError('A line must be a JSON object, such as {"do": "stake", "amount": 20}.')
    return value


def _not_json(error: json.JSONDecodeError, line: bytes) -> NoReturn:
    if not line.strip():
        raise ProtocolError("The line is blank; each line must be a JSON object.") from None
    raise ProtocolError(f"The line is not JSON: {error.msg} at column {error.colno}.") from None


def _exact(text: str) -> Decimal:
    try:
        return Decimal(text)
    except InvalidOperation:
        # An exponent that no machine can hold: no amount and no face, whatever it means.
        return Decimal("NaN")


def _whole(text: str) -> int | Decimal:
    return int(text) if len(text) <= LONGEST_INT else _exact(text)


def _without_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        names = [name for name, _ in pairs]
        twin = next(name for name in names if names.count(name) > 1)
        raise ProtocolError(f"The field `{twin[:40]}` stands twice in one object.")
    return found
