"""Simulated tables shared by the tests of the twin."""

from dataclasses import replace

import pytest

from controller.twin.physics import Physics
from controller.twin.settings import TwinSettings
from controller.twin.twin import Twin

QUICK = replace(TwinSettings(), main_size=(640, 360), small_size=(320, 180))
"""A small picture paints in a quarter of the time; geometry and light are the same."""


@pytest.fixture(scope="session")
def settings() -> TwinSettings:
    return TwinSettings()


@pytest.fixture(scope="session")
def quick() -> TwinSettings:
    return QUICK


@pytest.fixture(scope="session")
def physics(settings: TwinSettings) -> Physics:
    return Physics(settings)


@pytest.fixture(scope="session")
def twin() -> Twin:
    """A default table for tests that only look at it."""
    return Twin(seed=1)
