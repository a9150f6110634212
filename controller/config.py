"""The table file: one TOML file read into typed structures; unknown keys are refused with the nearest known name."""

import difflib
import tomllib
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from controller.errors import ConfigError

Length = Annotated[float, msgspec.Meta(gt=0, le=10_000)]
Place = Annotated[float, msgspec.Meta(ge=0, le=10_000)]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]


class Part(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A section of the table file."""


class TablePart(Part):
    """`[table]`. `policy` is "street", "casino" or the name of a `[policy.NAME]` of your own rulings."""

    name: Name = "home"
    policy: Name = "street"


class MarkersPart(Part):
    """`[board.markers]`: printed markers, corners in OpenCV's order, mm in the board frame, by marker id."""

    dictionary: str = "DICT_4X4_50"
    corners_mm: dict[str, list[tuple[float, float, float]]] = {}


class BoardPart(Part):
    """`[board]`: the inside of the walls."""

    length_mm: Length = 900.0
    width_mm: Length = 450.0
    wall_height_mm: Length = 115.0
    markers: MarkersPart | None = None


class DieModelPart(Part):
    """`[[dice.model]]`: what is left out comes from `calibrate dice` or is found while reading."""

    name: Name = "die"
    edge_mm: Annotated[float, msgspec.Meta(ge=5, le=60)] = 19.05
    corner_radius_mm: Length | None = None
    pip_radius_mm: Length | None = None
    pip_spacing_mm: Length | None = None
    body_bgr: tuple[float, float, float] | None = None
    pip_bgr: tuple[float, float, float] | None = None


class DicePart(Part):
    """`[dice]`: how many a throw has, where the game does not say, and their kinds."""

    count: Annotated[int, msgspec.Meta(ge=1, le=10)] = 2
    model: tuple[DieModelPart, ...] = (DieModelPart(),)


class ZonePart(Part):
    """`[[walls.zone]]`: a bump sensor; y on far and near, x on left and right."""

    name: Name
    wall: Literal["far", "near", "left", "right"] = "far"
    from_mm: Place = 0.0
    to_mm: Place = 0.0
    gpio: Annotated[int, msgspec.Meta(ge=0, le=27)] | None = None


class WallsPart(Part):
    """`[walls]`: the sensors."""

    zone: tuple[ZonePart, ...] = ()


class PolicyPart(Part):
    """`[policy.NAME]`: what each finding means at this table; see throws.policy. Starts from `base`."""

    base: Literal["street", "casino"] = "street"
    cocked: Literal["void", "call"] | None = None
    stacked: Literal["void", "call"] | None = None
    no_wall: Literal["void", "count"] | None = None
    one_wall: Literal["warn", "count"] | None = None


class TableFile(Part):
    """A whole table.toml."""

    table: TablePart = TablePart()
    board: BoardPart = BoardPart()
    dice: DicePart = DicePart()
    walls: WallsPart = WallsPart()
    policy: dict[str, PolicyPart] = {}


def load_table(path: Path) -> TableFile:
    """Read a table file. Raises ConfigError that names the file, the place and the nearest known key."""
    raw = read_toml(path, "table file")
    _refuse_unknown_keys(raw, TableFile, path, "")
    try:
        return msgspec.convert(raw, TableFile)
    except msgspec.ValidationError as error:
        raise ConfigError(f"{path}: {error}. Correct this value and try again.") from None


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


def _refuse_unknown_keys(raw: Any, kind: Any, path: Path, where: str) -> None:
    """Walk the file beside its types and refuse the first unknown key with the nearest known one."""
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


def _part_of(kind: Any) -> type[Part] | None:
    """Find the Part inside an annotation such as `tuple[ZonePart, ...]` or `MarkersPart | None`."""
    if isinstance(kind, type) and issubclass(kind, Part):
        return kind
    if getattr(kind, "__origin__", None) is dict:
        return None
    inner = (_part_of(argument) for argument in getattr(kind, "__args__", ()))
    return next((part for part in inner if part is not None), None)


def _unknown_key(key: str, known: list[str], path: Path, where: str) -> str:
    near = difflib.get_close_matches(key, known, n=1, cutoff=0.5)
    place = f"[{where}]" if where else "the top level"
    hint = f"did you mean {near[0]!r}?" if near else f"known here: {', '.join(known)}."
    return f"{path}: unknown key {key!r} in {place}; {hint}"
