"""What `make bench-eye` prints of the simulated scenes, each figure beside its aim."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from eye_scenes import Block, Die
from eye_set_ups import LARGE_PX, SMALL_PX
from spread import spread

from vision.accuracy.scoring import kind_of

MOST_MISSES = 40
MOST_REASONS = 12
CALLED_COCKED = ("cocked", "stacked")


def report(blocks: Sequence[Block]) -> bool:
    """Print all figures; tell whether every aim that can be judged is met."""
    dice = [die for block in blocks for die in block.dice]
    flat = [die for die in dice if die.state == "flat" and not die.hidden]
    small = [die for die in flat if SMALL_PX[0] <= die.edge_px <= SMALL_PX[1]]
    large = [die for die in flat if die.edge_px >= LARGE_PX]
    others = [die for die in flat if die.edge_px < SMALL_PX[0] or SMALL_PX[1] < die.edge_px < LARGE_PX]
    met = [
        _flat(f"Flat dice, edge {SMALL_PX[0]:.0f} to {SMALL_PX[1]:.0f} px", small, 0.05, 1.0),
        _flat(f"Flat dice, edge {LARGE_PX:.0f} px and more", large, 0.0, 0.3),
    ]
    _flat("Flat dice of other sizes", others, None, None)
    met += [_not_flat(dice), _called_cocked(flat), _phantoms(blocks)]
    _pictures(blocks)
    for title, key in (("die model", _model), ("light", _light), ("how the scene's first die lies", _kind)):
        _by(title, flat, key)
    _reasons(blocks)
    _misses(dice)
    return all(met)


def _flat(title: str, dice: list[Die], most_wrong: float | None, most_asked: float | None) -> bool:
    wrong, asked = _share(dice, "wrong"), _share(dice, "asked", named=True)
    unnamed = sum(die.grade == "asked" and not die.named for die in dice)
    print(f"\n{title}: {len(dice)}")
    good = _figure("wrong and sure", wrong, most_wrong)
    good = _figure("asked", asked, most_asked) and good
    low, high = spread((_block(die), die.grade == "asked" and die.named) for die in dice)
    print(f"    by the set-ups drawn again {low:.2f} to {high:.2f} % (19 in 20)")
    print(f"  not right in pictures that are asked for another reason: {unnamed}")
    return good


def _not_flat(dice: list[Die]) -> bool:
    """What leans, is cocked or stacked must not be called flat; where nothing names it, it is called so."""
    leaning = [die for die in dice if die.state != "flat" and not die.hidden]
    called = [die for die in leaning if die.said == "flat" and not die.named]
    sure = sum(die.sure for die in called)
    found = sum(die.said in CALLED_COCKED and not die.named for die in leaning)
    print(f"\nCocked (5 to 45 degrees), leaning, stacked dice: {len(leaning)}")
    good = _figure("called flat", _part(len(called), len(leaning)), 0.5)
    print(f"  of them in sure pictures: {sure}; found and named for what they are: {_percent(found, len(leaning))}")
    return good


def _called_cocked(flat: list[Die]) -> bool:
    called = [die for die in flat if die.said in CALLED_COCKED and not die.named]
    touching = [die for die in flat if die.kind.startswith("touch")]
    print(
        f"\nFlat dice called cocked or stacked, of {len(flat)} ({len(touching)} in scenes where they touch something)"
    )
    return _figure("called cocked", _part(len(called), len(flat)), 0.3)


def _phantoms(blocks: Sequence[Block]) -> bool:
    found = [phantom for block in blocks for phantom in block.phantoms]
    print(f"\nDice read in sure pictures where none are: {len(found)}")
    for phantom in found[:MOST_MISSES]:
        print(f"  {phantom}")
    return not found


def _pictures(blocks: Sequence[Block]) -> None:
    scenes = [scene for block in blocks for scene in block.scenes]
    grades = Counter(grade for grade, _, _ in scenes)
    times = sorted(ms for _, _, ms in scenes)
    parts = ", ".join(
        f"{grades[name]} {name} ({_percent(grades[name], len(scenes))})" for name in ("right", "asked", "wrong")
    )
    print(f"\nWhole pictures: {len(scenes)}, {parts}")
    if times:
        print(f"  reading takes {times[len(times) // 2]:.0f} ms of processor time in the median (all kinds of scenes)")


def _by(title: str, dice: list[Die], key: Callable[[Die], str]) -> None:
    print(f"\nFlat dice by {title}")
    for name in sorted({key(die) for die in dice}):
        mine = [die for die in dice if key(die) == name]
        wrong, asked = _share(mine, "wrong"), _share(mine, "asked", named=True)
        print(f"  {name:<14}{len(mine):>6} dice, wrong and sure {wrong:.2f} %, asked {asked:.2f} %")


def _reasons(blocks: Sequence[Block]) -> None:
    """Why pictures are asked, with one scene of each kind to look at (--show)."""
    kinds: dict[str, list[str]] = {}
    for block in blocks:
        for where, (_, reasons, _) in zip(block.wheres, block.scenes, strict=True):
            for kind in {kind_of(reason) for reason in reasons}:
                kinds.setdefault(kind, []).append(where)
    print("\nWhy pictures are asked")
    for kind, wheres in sorted(kinds.items(), key=lambda one: -len(one[1]))[:MOST_REASONS]:
        print(f"  {len(wheres):>5}  {kind}  such as {wheres[0]}")


def _misses(dice: Iterable[Die]) -> None:
    wrong = [die for die in dice if die.grade == "wrong"]
    print(f"\nWrong and sure: {len(wrong)}")
    for die in wrong[:MOST_MISSES]:
        said = "nothing" if die.said is None else f"{die.read} {die.said} ({die.confidence:.3f})"
        print(
            f"  {die.where}: {die.model}, {die.light} light, {die.edge_px:.0f} px: {die.value} {die.state}, read {said}"
        )


def _figure(name: str, percent: float, most: float | None) -> bool:
    if most is None:
        print(f"  {name}: {percent:.3f} %")
        return True
    met = percent <= most
    print(f"  {name}: {percent:.3f} % (aim {most:g} %: {'met' if met else 'MISSED'})")
    return met


def _share(dice: Sequence[Die], grade: str, named: bool = False) -> float:
    return _part(sum(die.grade == grade and (die.named or not named) for die in dice), len(dice))


def _part(count: int, total: int) -> float:
    return 100 * count / max(total, 1)


def _percent(count: int, total: int) -> str:
    return f"{_part(count, total):.1f} %"


def _block(die: Die) -> str:
    return die.where.split()[0]


def _model(die: Die) -> str:
    return die.model


def _light(die: Die) -> str:
    return die.light


def _kind(die: Die) -> str:
    return die.kind
