"""The games there are, by the name that `stickman referee` and `stickman play` know them by."""

from controller.errors import ConfigError
from controller.rules.baccarat import Baccarat
from controller.rules.bank import Bank
from controller.rules.casino.game import Casino
from controller.rules.game import Game
from controller.rules.general import General
from controller.rules.practice import Practice
from controller.rules.street import Street

GAMES: dict[str, type[Game]] = {game.name: game for game in (Street, Bank, Casino, General, Baccarat, Practice)}


def find_game(name: str) -> type[Game]:
    """Find a game by name. Raises ConfigError that names the known ones."""
    if name not in GAMES:
        raise ConfigError(f"there is no game called {name!r}; the games are: {', '.join(sorted(GAMES))}.")
    return GAMES[name]
