"""Puts the panel's program on a Pico: mpremote copies the files, and a reset starts them."""

import shutil
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

import firmware
from controller.errors import ConfigError, HardwareError

FOLDER = Path(firmware.__file__).parent
RULE = FOLDER / "70-stickman-panel.rules"
FILES = ("protocol.py", "picture.py", "lamps.py", "digits.py", "buttons.py", "link.py", "pico.py", "main.py")
"""The program; main.py last, so that a board never starts with half of it."""
SETTINGS = "settings.py"
PATIENCE_S = 120

Run = Callable[[Sequence[str]], None]


def install(port: str, settings: Path | None = None, run: Run | None = None) -> tuple[str, ...]:
    """Copy the program and its settings to the board at a port and start it; give the names of the files.

    Raises ConfigError where `settings` is no file, HardwareError where mpremote is missing or fails.
    """
    chosen = settings or FOLDER / SETTINGS
    if not chosen.is_file():
        raise ConfigError(f"There is no settings file {chosen}. Copy firmware/settings.py and change the copy.")
    mpremote = run or _mpremote()
    mpremote(["connect", port, "fs", "cp", str(chosen), f":{SETTINGS}"])
    for name in FILES:
        mpremote(["connect", port, "fs", "cp", str(FOLDER / name), f":{name}"])
    mpremote(["connect", port, "reset"])  # its soft-reset would not start main.py
    return (SETTINGS, *FILES)


def _mpremote() -> Run:
    program = shutil.which("mpremote")
    if program is None:
        raise HardwareError("mpremote is not installed, and it copies the panel's program: `pip install mpremote`.")

    def run(words: Sequence[str]) -> None:
        try:
            subprocess.run([program, *words], check=True, capture_output=True, text=True, timeout=PATIENCE_S)
        except subprocess.CalledProcessError as error:
            said = (error.stderr or error.stdout).strip().splitlines() or ["nothing"]
            raise HardwareError(f"mpremote {' '.join(words[2:])} failed at {words[1]}: {said[-1]}") from None
        except subprocess.TimeoutExpired:
            raise HardwareError(
                f"mpremote has waited for the board at {words[1]} for {PATIENCE_S} s. "
                "Hold its BOOTSEL button while plugging it in, put MicroPython on it anew, and try again."
            ) from None

    return run
