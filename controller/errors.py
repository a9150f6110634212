"""Every error this project raises on purpose.

One family, so that a caller can catch all of it; each leaf also inherits the builtin a caller would catch.
A message says what, where and what to do next. The command turns `exit_code` into its exit status.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import ClassVar


class StickmanError(Exception):
    """The family. Exit code 2 (wrong use or bad input) unless a leaf says otherwise."""

    exit_code = 2


class ConfigError(StickmanError, ValueError):
    """A table file, an option or a calibration that cannot be used as it stands."""


class ImageError(StickmanError, ValueError):
    """A picture that cannot be read: missing, no image, truncated, too large."""


class CalibrationError(StickmanError, ValueError):
    """Observations from which no calibration can be made, or a calibration that does not fit."""


class ProtocolError(StickmanError, ValueError):
    """A line that is no legal line of the referee protocol: not JSON, unknown action, wrong type."""


class RuleError(StickmanError, ValueError):
    """A legal line that the rules do not allow now. The message is a full sentence for people.

    `answer` holds fields that the referee's answer has besides, where a game's protocol wants some.
    """

    answer: ClassVar[Mapping[str, object]] = MappingProxyType({})


class RecordingError(StickmanError, ValueError):
    """A recording that cannot be replayed, with the file and line."""


class RollsError(StickmanError, ValueError):
    """Rolls, a roll file or an import that cannot be used as they stand, with the file and lines."""


class HardwareError(StickmanError, OSError):
    """Hardware that is missing or was lost. Exit code 3."""

    exit_code = 3


class JournalError(StickmanError, OSError):
    """Data that cannot be kept: disk full, journal damaged or of a newer version. Exit code 4."""

    exit_code = 4
