"""A simulated table's files: table.toml and the calibration beside it, as a real table has them."""

from importlib.metadata import version
from pathlib import Path

from calibration.profile import BACKGROUND_NAME, FILE_NAME, save_background, save_section
from controller.twin.twin import Twin


def write_table(twin: Twin, folder: Path) -> Path:
    """Write a twin's table.toml with its exact calibration into a folder; give the table file's path."""
    folder.mkdir(parents=True, exist_ok=True)
    table, calibration = folder / "table.toml", folder / FILE_NAME
    table.write_text(twin.table_toml())
    setup = twin.setup
    lens, pose = setup.camera.lens, setup.camera.pose
    camera = {"width": lens.width, "height": lens.height, "k": lens.k.tolist(), "dist": lens.dist.tolist()}
    program = f"stickman {version('stickman')} (twin)"
    save_section(calibration, "camera", camera, [], program)
    save_section(calibration, "board", {"r": pose.r.tolist(), "t": pose.t.tolist()}, [], program)
    save_section(calibration, "walls", twin.settings.sensors.calibrated, [], program)
    if setup.background is not None:
        save_background(calibration, setup.background)
        background = {"image": BACKGROUND_NAME, "noise": setup.background.noise}
        save_section(calibration, "background", background, [], program)
    return table
