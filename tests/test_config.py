"""The table file: every mistake is one sentence that names the place and what would be right."""

from pathlib import Path

import pytest

from controller.config import load_table
from controller.errors import ConfigError

ZONE = '[[walls.zone]]\nname = "{}"\nwall = "{}"\nfrom_mm = {}\nto_mm = {}\n'


def load(tmp_path: Path, text: str) -> object:
    path = tmp_path / "table.toml"
    path.write_text(text)
    return load_table(path)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[board]\nlenght_mm = 900", r"unknown key 'lenght_mm' in \[board\]; did you mean 'length_mm'\?"),
        ("[bord]\n", r"unknown key 'bord' in the top level; did you mean 'board'"),
        ("[board]\nlength_mm = -1", r"Expected `float` > 0\.0 \(?.*board\.length_mm|Expected.*board\.length_mm"),
        ("[[dice.model]]\nedge = 19", r"unknown key 'edge' in \[dice\.model\[0\]\]; did you mean 'edge_mm'"),
        ('[table]\npolicy = "stret"', r"policy 'stret' is not known; did you mean 'street'\?"),
        ('[policy.home]\ncocked = "cal"', r"policy\.home\.cocked is 'cal'; it must be one of void, call\."),
        ('[policy.home]\nbase = "casin"', r"policy\.home\.base is 'casin'; it must be one of street, casino\."),
        ("[policy.home]\ncocked = 3", r"policy\.home\.cocked is 3; it must be one of void, call"),
        ('[table.policy]\ncocked = "call"', r"stand under \[policy\.NAME\].*policy = \"NAME\" under \[table\]"),
        ('[policy]\ncocked = "call"', r"stand under \[policy\.NAME\], with a name of your own"),
        ('policy = "casino"', r"stand under \[policy\.NAME\].*policy = \"NAME\" under \[table\]"),
        ('[[walls.zone]]\nname = "a"\nwall = "fra"', r"walls\.zone\[0\]\.wall is 'fra'; it must be one of far, near"),
        ('[policy.street]\nbase = "casino"', r"\[policy\.street\] would change a built-in policy"),
        (ZONE.format("a", "far", 100, 100), r"'a': from_mm \(100\) must be less than to_mm \(100\)"),
        (ZONE.format("a", "far", 0, 500), r"'a': to_mm \(500\) is beyond the far wall, which ends at 450 mm"),
        (ZONE.format("a", "far", 0, 150) + ZONE.format("b", "far", 140, 300), "overlap on the far wall"),
        (ZONE.format("a", "far", 0, 150) + ZONE.format("a", "far", 150, 300), "name 'a' stands 2 times"),
        ("[board.markers.corners_mm]\n0 = [[0,0,0],[1,0,0],[1,1,0]]", "length >= 4"),
        ("[table\n", "is not valid TOML"),
    ],
)
def test_a_mistake_is_named(tmp_path: Path, text: str, sentence: str) -> None:
    with pytest.raises(ConfigError, match=sentence):
        load(tmp_path, text)


def test_a_rim_may_stand_over_the_rubbers_zones_and_not_over_another_rim(tmp_path: Path) -> None:
    rims = [ZONE.format(name, "far", 0, 450) + "rim = true\n" for name in ("a", "b")]
    table = load(tmp_path, ZONE.format("c", "far", 0, 150) + rims[0])
    assert [zone.rim for zone in table.walls.zone] == [False, True]
    with pytest.raises(ConfigError, match="overlap on the far wall"):
        load(tmp_path, "".join(rims))


def test_zones_may_touch_and_share_a_stretch_on_different_walls(tmp_path: Path) -> None:
    text = ZONE.format("a", "far", 0, 150) + ZONE.format("b", "far", 150, 300) + ZONE.format("c", "left", 100, 200)
    table = load_table_text(tmp_path, text)
    assert [zone.name for zone in table.walls.zone] == ["a", "b", "c"]


def load_table_text(tmp_path: Path, text: str):
    path = tmp_path / "table.toml"
    path.write_text(text)
    return load_table(path)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="does not exist"):
        load_table(tmp_path / "none.toml")


def test_the_file_in_the_documentation_is_a_valid_table(tmp_path: Path) -> None:
    text = (Path(__file__).parents[1] / "docs" / "configuration.md").read_text()
    table = load_table_text(tmp_path, text.split("```toml")[1].split("```")[0])
    assert table.policy["club"].cocked == "call"
