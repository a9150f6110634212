"""Makes docs/picture.svg: a simulated table with what the eye read on it, and the display beside it."""

import base64
import io
import re
from pathlib import Path

import cv2
from rich.console import Console

from controller.displays.scene import DieView, Scene
from controller.displays.terminal import draw
from controller.rules.calls import choose_call
from controller.rules.game import SeatView
from controller.twin.twin import Twin
from vision.drawing.overlay import draw_overlay, to_pixels
from vision.reader import TableReader

WIDTH, PICTURE_WIDTH = 1480, 800


def main() -> None:
    """Throw, read, draw, and write the picture beside this file."""
    twin = Twin(seed=3)
    image, _ = twin.still()
    reading = TableReader(twin.setup).read(image)
    drawn = draw_overlay(image, reading, to_pixels(twin.setup))
    jpeg = cv2.imencode(".jpg", drawn, [cv2.IMWRITE_JPEG_QUALITY, 85])[1].tobytes()
    dice = tuple(DieView(die.value) for die in reading.dice)
    seats = (
        SeatView("Ann", 8000, "shooter", (("stake", 2000),)),
        SeatView("Bob", 8500, "fader", (("fade", 1500),)),
    )
    faces = tuple(die.value or 0 for die in reading.dice)
    total = sum(faces)
    scene = Scene(
        game="street",
        puck_on=True,
        point=total,
        bank_cents=3500,
        seats=seats,
        thrower="Ann",
        dice=dice,
        call=choose_call((faces[0], faces[1]), "point", family=True, turn=1),
        message=f"The point is {total}.",
        waiting_for=f"Ann must throw: the point is {total}.",
        throws=7,
    )
    Path(__file__).with_name("picture.svg").write_text(_side_by_side(jpeg, _display(scene)))


def _display(scene: Scene) -> str:
    console = Console(file=io.StringIO(), width=78, record=True)
    console.print(draw(scene))
    svg = console.export_svg(title="stickman play")
    return re.sub(r"@font-face \{.*?\}", "", svg, flags=re.S)


def _side_by_side(jpeg: bytes, display: str) -> str:
    height, place = round(PICTURE_WIDTH * 9 / 16), PICTURE_WIDTH + 20
    data = base64.b64encode(jpeg).decode()
    left = f'<image href="data:image/jpeg;base64,{data}" width="{PICTURE_WIDTH}" height="{height}"/>'
    frame = f'<svg x="{place}" y="0" width="{WIDTH - place}" height="{height}" '
    right = display.replace("<svg ", frame, 1)
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}">\n{left}\n{right}\n</svg>\n'


if __name__ == "__main__":
    main()
