"""What to say where a file that the user named cannot be written."""

from pathlib import Path

from controller.errors import ConfigError, JournalError, StickmanError

WRONG_PLACE = (FileNotFoundError, FileExistsError, IsADirectoryError, NotADirectoryError)


def not_written(path: Path, error: OSError, instead: str) -> StickmanError:
    """Give the error to raise: a place that cannot be is wrong use, a full disk or missing rights keep no data."""
    kind = ConfigError if isinstance(error, WRONG_PLACE) else JournalError
    return kind(f"{path} cannot be written: {error.strerror or error}. {instead}")
