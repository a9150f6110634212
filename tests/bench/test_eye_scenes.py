"""The blocks of scenes that `make bench-eye` reads are known by their names."""

import pytest
from eye_scenes import Task, play

pytestmark = pytest.mark.twin


@pytest.mark.parametrize(
    ("task", "name"),
    [
        (Task(1000, "small", False, 25), "small-usual-1000-25"),
        (Task(1000, "large", True, 25, learned=True), "large-leaning+dice-1000-25"),
        (Task(602000, "small", False, 4, mixed=True), "small-usual+mixed-602000-4"),
        (Task(421000, "large", False, 25, learned=True, thrown=True), "large-thrown+dice-421000-25"),
    ],
)
def test_a_block_is_known_by_its_name(task: Task, name: str) -> None:
    assert task.name == name
    assert Task.named(name) == task


def test_dice_of_thrown_scenes_lie_where_a_throw_ends() -> None:
    block = play(Task(421002, "small", False, 1, thrown=True))
    assert {die.kind for die in block.dice} == {"thrown"}
    assert all(die.edge_px > 15.0 for die in block.dice)
