"""Kills a running session at random moments, resumes it, and counts what was lost or counted twice.

`python bench/kill.py [KILLS] [SEED]` prints a table; exit status 1 when anything was lost, doubled or different.
"""

import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import msgspec

from controller.journal import Journal
from controller.rules.games import GAMES
from controller.session.house import House
from controller.session.records import Begun
from controller.session.session import Session
from controller.throws.corrections import called_no_roll, corrected, missed
from controller.throws.events import Command
from controller.throws.policy import STREET, throw_line
from controller.throws.verdict import Reason, Throw, ThrownDie, Verdict

HOUSE = House(
    games=GAMES,
    line=lambda throw, _before: throw_line(throw, STREET),
    corrected=lambda throw, values, _walls: corrected(throw, values),
    no_roll=called_no_roll,
    missed=lambda values, t_ns: missed(values, t_ns, STREET),
)
PLAYERS = ["A", "B"]
SET_UP = {"players": PLAYERS, "stacks": dict.fromkeys(PLAYERS, 100_000), "first_shooter": "A"}
BEGUN = Begun(game="street", set_up=SET_UP, policy="street", table="kill")
EVENT_NS = 1_000_000_000
EVENTS = 1500


@dataclass
class Tally:
    """What the kills showed."""

    kills: int = 0
    acknowledged: int = 0
    kept: int = 0
    lost: int = 0
    doubled: int = 0
    different: int = 0


def write_script(path: Path, seed: int, journal: Path) -> dict[str, object]:
    """Play an evening without any kill, write down what was fed, and give the state at its end."""
    rng = random.Random(seed)
    with Journal.open(journal) as kept, path.open("wb") as script:
        session = Session.begin(kept, HOUSE, BEGUN)
        for number in range(1, EVENTS + 1):
            event = next_event(session, rng, number * EVENT_NS)
            kind = "throw" if isinstance(event, Throw) else "command"
            script.write(msgspec.json.encode({kind: event}) + b"\n")
            feed(session, event)
        return session.state.game.state()


def next_event(session: Session, rng: random.Random, t_ns: int) -> Throw | Command:
    """Think of what may happen next at this table."""
    if session.question:
        answer = {"command": "correct", "values": [rng.randint(1, 6), rng.randint(1, 6)]}
        return Command(t_ns, answer if rng.random() < 0.8 else {"command": "no_roll"})
    if rng.random() < 0.03:
        return Command(t_ns, {"command": "undo"})
    if session.expects_throw or rng.random() < 0.02:
        return a_throw(rng, t_ns)
    action = "fade" if session.state.game.state()["phase"] == "fade" else "stake"
    return Command(t_ns, {"do": action, "amount": rng.randint(1, 3)})


def a_throw(rng: random.Random, t_ns: int) -> Throw:
    """Throw two dice: mostly good ones, some off the board, some that must be asked about."""
    counts, reasons, ask = rng.choices(
        [(True, (), None), (False, (Reason.OFF_BOARD,), None), (None, (Reason.UNREADABLE,), "Which faces?")],
        weights=[90, 5, 5],
    )[0]
    state = "off_board" if counts is False else "flat"
    dice = tuple(ThrownDie(rng.randint(1, 6), state, hit_wall=True) for _ in range(2))
    return Throw(t_ns, t_ns + EVENT_NS // 2, dice, Verdict(counts, reasons, ask))


def feed(session: Session, event: Throw | Command) -> str:
    """Give a session one event; commands that it has taken already are left out, throws it knows by itself."""
    if isinstance(event, Throw):
        return session.take_throw(event).ruling
    if session.last_command_ns is None or event.t_ns > session.last_command_ns:
        return session.command(event).ruling
    return "known"


def run_child(journal: Path, script: Path) -> None:
    """Be the session that is killed: resume, feed everything again, acknowledge each throw once it is ruled."""
    with Journal.open(journal) as kept:
        session = Session.open(kept, HOUSE, BEGUN)
        print("ready", flush=True)
        for raw in script.read_bytes().splitlines():
            fields = msgspec.json.decode(raw)
            kind = Throw if "throw" in fields else Command
            event = msgspec.convert(next(iter(fields.values())), kind)
            if feed(session, event) != "known" and isinstance(event, Throw):
                print(f"throw {event.start_ns}", flush=True)


def kill_once(journal: Path, script: Path, rng: random.Random) -> tuple[list[int], bool]:
    """Run the child and kill it at a random moment; give the throws it acknowledged and whether it was killed."""
    command = [sys.executable, str(Path(__file__)), "--child", str(journal), str(script)]
    acknowledged: list[int] = []
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
        if child.stdout is None:
            raise RuntimeError("the session's output cannot be read")
        wanted = rng.randrange(-1, 8)
        while wanted >= 0 and (line := child.stdout.readline()):
            acknowledged += _start_of(line)
            wanted -= 1
        time.sleep(rng.uniform(0, 0.3 if wanted < 0 and not acknowledged else 0.004))
        child.kill()
        for line in child.stdout:
            acknowledged += _start_of(line)
    return acknowledged, child.returncode < 0


def _start_of(line: str) -> list[int]:
    return [int(line.split()[1])] if line.startswith("throw ") and line.endswith("\n") else []


def run_kills(kills: int, seed: int, folder: Path) -> Tally:
    """Kill a session again and again on one journal, an evening after another; then compare with no kill at all."""
    rng = random.Random(seed)
    tally = Tally()
    evening = 0
    while tally.kills < kills:
        evening += 1
        journal, script = folder / f"{evening}.journal", folder / f"{evening}.script"
        state = write_script(script, rng.randrange(2**32), folder / f"{evening}.reference")
        acknowledged: list[int] = []
        killed = True
        while killed and tally.kills < kills:
            more, killed = kill_once(journal, script, rng)
            acknowledged += more
            tally.kills += killed
        _compare(tally, journal, script, acknowledged, state)
    return tally


def _compare(tally: Tally, journal: Path, script: Path, acknowledged: list[int], state: dict[str, object]) -> None:
    """Let the evening end undisturbed and look what its journal holds."""
    done = subprocess.run(
        [sys.executable, str(Path(__file__)), "--child", str(journal), str(script)], check=True, capture_output=True
    )
    acknowledged = acknowledged + [start for line in done.stdout.decode().splitlines(True) for start in _start_of(line)]
    with Journal.open(journal, read_only=True) as kept:
        throws = Counter(e.body["throw"]["start_ns"] for e in kept.entries() if e.kind == "throw")
        tally.different += Session.replay(kept, HOUSE).state.game.state() != state
    tally.acknowledged += len(acknowledged)
    tally.kept += len(throws)
    tally.lost += len(set(acknowledged) - set(throws))
    tally.doubled += sum(count - 1 for count in throws.values())
    tally.doubled += len(acknowledged) - len(set(acknowledged))


def main(arguments: list[str]) -> int:
    """Run from the command line."""
    if arguments[:1] == ["--child"]:
        run_child(Path(arguments[1]), Path(arguments[2]))
        return 0
    kills = int(arguments[0]) if arguments else 200
    seed = int(arguments[1]) if len(arguments) > 1 else 1
    with tempfile.TemporaryDirectory() as folder:
        tally = run_kills(kills, seed, Path(folder))
    for name, value in vars(tally).items():
        print(f"{name:<14}{value:>8}")
    return 1 if tally.lost or tally.doubled or tally.different else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
