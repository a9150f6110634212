"""The table file: one TOML file read into typed structures; unknown keys are refused with the nearest known name."""

import difflib
import itertools
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_origin

import msgspec

from controller.errors import ConfigError

Length = Annotated[float, msgspec.Meta(gt=0, le=10_000)]
Place = Annotated[float, msgspec.Meta(ge=0, le=10_000)]
Level = Annotated[float, msgspec.Meta(ge=0, le=255)]
Point = tuple[float, float, float]
Corners = Annotated[list[Point], msgspec.Meta(min_length=4, max_length=4)]
MarkerId = Annotated[str, msgspec.Meta(pattern="^[0-9]+$")]
Colour = tuple[Level, Level, Level]
TimeOfDay = Annotated[str, msgspec.Meta(pattern="^([01][0-9]|2[0-3]):[0-5][0-9]$")]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
BUILT_IN_POLICIES = ("street", "casino")


class Part(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A section of the table file."""


class TablePart(Part, frozen=True):
    """`[table]`. `policy` is "street", "casino" or the name of a `[policy.NAME]` of your own rulings."""

    name: Name = "home"
    policy: Name = "street"


class MarkersPart(Part, frozen=True):
    """`[board.markers]`: printed markers, four corners each in OpenCV's order, mm in the board frame, by marker id."""

    dictionary: Name = "DICT_4X4_50"
    corners_mm: dict[MarkerId, Corners] = {}


class BoardPart(Part, frozen=True):
    """`[board]`: the inside of the walls."""

    length_mm: Length = 900.0
    width_mm: Length = 450.0
    wall_height_mm: Length = 115.0
    markers: MarkersPart | None = None


class DieModelPart(Part, frozen=True):
    """`[[dice.model]]`: what is left out comes from `calibrate dice` or is found while reading."""

    name: Name = "die"
    edge_mm: Annotated[float, msgspec.Meta(ge=5, le=60)] = 19.05
    corner_radius_mm: Length | None = None
    pip_radius_mm: Length | None = None
    pip_spacing_mm: Length | None = None
    body_bgr: Colour | None = None
    pip_bgr: Colour | None = None


class DicePart(Part, frozen=True):
    """`[dice]`: how many a throw has, where the game does not say, and their kinds."""

    count: Annotated[int, msgspec.Meta(ge=1, le=10)] = 2
    model: Annotated[tuple[DieModelPart, ...], msgspec.Meta(min_length=1)] = (DieModelPart(),)


WALL_GPIO = (5, 6, 13, 19, 26, 16, 20)
"""The pins for wall sensors, far-1 first: clear of I2C, SPI0 and the console. hardware.md shows them."""
RIM_GPIO = 21
"""The pin for the far wall's rim sensor, as clear."""


class ZonePart(Part, frozen=True):
    """`[[walls.zone]]`: a bump sensor; y on far and near, x on left and right. `rim`: on the wall's top."""

    name: Name
    wall: Literal["far", "near", "left", "right"] = "far"
    from_mm: Place = 0.0
    to_mm: Place = 0.0
    rim: bool = False
    gpio: Annotated[int, msgspec.Meta(ge=0, le=27)] | None = None


class WallsPart(Part, frozen=True):
    """`[walls]`: the sensors."""

    zone: tuple[ZonePart, ...] = ()


class PolicyPart(Part, frozen=True):
    """`[policy.NAME]`: what each finding means at this table; see throws.policy. Starts from `base`."""

    base: Literal["street", "casino"] = "street"
    cocked: Literal["void", "call"] | None = None
    stacked: Literal["void", "call"] | None = None
    no_wall: Literal["void", "count"] | None = None
    one_wall: Literal["warn", "count"] | None = None


class CameraPart(Part, frozen=True):
    """`[camera]`: which camera looks at this table.

    `driver` "usb": `device` 0 is /dev/video0, or a path such as /dev/v4l/by-id/...; "picamera2": a Raspberry Pi's own,
    0 is the first; "film": a film or a folder of pictures at `path`, played as if it were happening now.
    """

    driver: Literal["usb", "picamera2", "film"] = "usb"
    device: Annotated[int, msgspec.Meta(ge=0, le=63)] | Annotated[str, msgspec.Meta(min_length=1, max_length=255)] = 0
    width: Annotated[int, msgspec.Meta(ge=320, le=8000)] = 1280
    height: Annotated[int, msgspec.Meta(ge=240, le=8000)] = 720
    fps: Annotated[float, msgspec.Meta(ge=5, le=240)] = 60.0
    path: Annotated[str, msgspec.Meta(max_length=4096)] = ""


class PicturesPart(Part, frozen=True):
    """`[pictures]`: how long pictures of throws stay; those of corrected throws stay for good."""

    days: Annotated[float, msgspec.Meta(ge=0, le=100_000)] = 90.0
    most_mb: Annotated[int, msgspec.Meta(ge=0, le=10_000_000)] = 2000


class PanelPart(Part, frozen=True):
    """`[panel]`: the table has panels: all that are found ("auto"), or one by its port or serial number."""

    port: Name = "auto"
    brightness: Annotated[int, msgspec.Meta(ge=1, le=100)] = 100


class VoicePart(Part, frozen=True):
    """`[voice]`: the table calls the dice aloud, except from `quiet_from` to `quiet_to`. piper needs a `model`."""

    engine: Literal["espeak-ng", "piper"] = "espeak-ng"
    volume: Annotated[int, msgspec.Meta(ge=0, le=100)] = 60
    quiet_from: TimeOfDay | None = None
    quiet_to: TimeOfDay | None = None
    model: Annotated[str, msgspec.Meta(max_length=256)] = ""


class TableFile(Part, frozen=True):
    """A whole table.toml."""

    table: TablePart = TablePart()
    board: BoardPart = BoardPart()
    dice: DicePart = DicePart()
    walls: WallsPart = WallsPart()
    camera: CameraPart | None = None
    panel: PanelPart | None = None
    voice: VoicePart | None = None
    policy: dict[str, PolicyPart] = {}
    pictures: PicturesPart = PicturesPart()


def load_table(path: Path) -> TableFile:
    """Read a table file. Raises ConfigError that names the file, the place and the nearest known key."""
    raw = read_toml(path, "table file")
    _refuse_misplaced_policy(raw, path)
    _refuse_unknown_keys(raw, TableFile, path, "")
    try:
        table = msgspec.convert(raw, TableFile)
    except msgspec.ValidationError as error:
        raise ConfigError(f"{path}: {_in_words(error)}. Correct this value and try again.") from None
    for problem in _problems(table):
        raise ConfigError(f"{path}: {problem}")
    return table


def read_toml(path: Path, what: str) -> dict[str, Any]:
    """Read any TOML file. Raises ConfigError that says what is wrong and where."""
    try:
        with path.open("rb") as file:
            return tomllib.load(file)
    except FileNotFoundError:
        raise ConfigError(
            f"{what} {path} does not exist. Check the name, or start from docs/configuration.md."
        ) from None
    except OSError as error:
        raise ConfigError(f"{what} {path} cannot be read: {error.strerror}.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError(f"{what} {path} is not valid TOML: {error}.") from None


def _in_words(error: msgspec.ValidationError) -> str:
    """Say where in the file's own terms: `board.length_mm` instead of `$.board.length_mm`."""
    return str(error).replace(" - at `$.", " at `").replace("`$[...]`", "a key").replace("[...]", "")


def _problems(table: TableFile) -> Iterator[str]:
    """Find what is wrong between values that are each right by themselves; the first one is reported."""
    yield from _policy_problems(table)
    zones = table.walls.zone
    yield from _repeated("[[walls.zone]] name", [zone.name for zone in zones])
    yield from _repeated("[[walls.zone]] gpio", [zone.gpio for zone in zones if zone.gpio is not None])
    for zone in zones:
        yield from _zone_problems(zone, table.board)
    for one, other in itertools.combinations(zones, 2):
        if _overlap(one, other):
            yield (
                f"[[walls.zone]] {one.name!r} ({one.from_mm:g} to {one.to_mm:g} mm) and {other.name!r} "
                f"({other.from_mm:g} to {other.to_mm:g} mm) overlap on the {one.wall} wall; "
                "a hit must belong to one zone."
            )


def _overlap(one: ZonePart, other: ZonePart) -> bool:
    same = (one.wall, one.rim) == (other.wall, other.rim)
    return same and max(one.from_mm, other.from_mm) < min(one.to_mm, other.to_mm)


def _policy_problems(table: TableFile) -> Iterator[str]:
    for name in table.policy:
        if name in BUILT_IN_POLICIES:
            yield f"[policy.{name}] would change a built-in policy; give your own rulings another name."
    known = [*BUILT_IN_POLICIES, *table.policy]
    if table.table.policy not in known:
        hint = _hint(table.table.policy, known)
        yield f"[table] policy {table.table.policy!r} is not known; {hint}"


def _zone_problems(zone: ZonePart, board: BoardPart) -> Iterator[str]:
    across = zone.wall in ("far", "near")
    side, length_mm = ("width_mm", board.width_mm) if across else ("length_mm", board.length_mm)
    if zone.from_mm >= zone.to_mm:
        yield f"[[walls.zone]] {zone.name!r}: from_mm ({zone.from_mm:g}) must be less than to_mm ({zone.to_mm:g})."
    if zone.to_mm > length_mm:
        yield (
            f"[[walls.zone]] {zone.name!r}: to_mm ({zone.to_mm:g}) is beyond the {zone.wall} wall, "
            f"which ends at {length_mm:g} mm ([board] {side})."
        )


def _repeated(what: str, values: list[Any]) -> Iterator[str]:
    for value, count in Counter(values).items():
        if count > 1:
            yield f"{what} {value!r} stands {count} times; each may stand once."


def _refuse_misplaced_policy(raw: Mapping[str, Any], path: Path) -> None:
    """Say where rulings of one's own belong to those who write them elsewhere."""
    table, policy = raw.get("table", {}), raw.get("policy", {})
    named = not isinstance(table, dict) or not isinstance(table.get("policy"), dict)
    own = isinstance(policy, dict) and all(isinstance(part, dict) for part in policy.values())
    if named and own:
        return
    raise ConfigError(
        f"{path}: rulings of your own stand under [policy.NAME], with a name of your own. Write them there, and "
        'policy = "NAME" under [table].'
    )


def _refuse_unknown_keys(raw: Any, kind: Any, path: Path, where: str) -> None:
    """Walk the file beside its types and refuse the first unknown key or word with the nearest known one."""
    part = _part_of(kind)
    if isinstance(raw, list):
        for index, item in enumerate(raw):
            _refuse_unknown_keys(item, kind, path, f"{where}[{index}]")
    elif isinstance(raw, dict) and part is not None:
        fields = {field.encode_name: field.type for field in msgspec.structs.fields(part)}
        for key, value in raw.items():
            if key not in fields:
                raise ConfigError(_unknown_key(key, list(fields), path, where))
            _refuse_unknown_keys(value, fields[key], path, f"{where}.{key}".lstrip("."))
    elif isinstance(raw, dict) and getattr(kind, "__origin__", None) is dict:
        for key, value in raw.items():
            _refuse_unknown_keys(value, kind.__args__[1], path, f"{where}.{key}")
    elif (words := _words_of(kind)) and raw not in words:
        raise ConfigError(f"{path}: {where} is {raw!r}; it must be one of {', '.join(words)}.")


def _words_of(kind: Any) -> tuple[str, ...]:
    """Give the words that an annotation such as `Literal["void", "call"] | None` allows; none where any may stand."""
    if get_origin(kind) is Literal:
        return get_args(kind)
    inner = [argument for argument in get_args(kind) if argument is not type(None)]
    return _words_of(inner[0]) if len(inner) == 1 else ()


def _part_of(kind: Any) -> type[Part] | None:
    """Find the Part inside an annotation such as `tuple[ZonePart, ...]` or `MarkersPart | None`."""
    if isinstance(kind, type) and issubclass(kind, Part):
        return kind
    if getattr(kind, "__origin__", None) is dict:
        return None
    inner = (_part_of(argument) for argument in getattr(kind, "__args__", ()))
    return next((part for part in inner if part is not None), None)


def _unknown_key(key: str, known: list[str], path: Path, where: str) -> str:
    place = f"[{where}]" if where else "the top level"
    return f"{path}: unknown key {key!r} in {place}; {_hint(key, known)}"


def _hint(word: str, known: list[str]) -> str:
    near = difflib.get_close_matches(word, known, n=1, cutoff=0.5)
    return f"did you mean {near[0]!r}?" if near else f"known here: {', '.join(known)}."
