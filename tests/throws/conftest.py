"""Hand-made evenings: dice that fly in straight lines, walls that ring, readings that agree."""

import pytest
from throws_stage import Stage


@pytest.fixture
def stage() -> Stage:
    """A bare board with three far zones, the program just started."""
    return Stage()
