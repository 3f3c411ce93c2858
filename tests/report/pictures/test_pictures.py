"""Pictures as files: typefaces, PNG, and what happens when one cannot be made. The game is Islands."""

import subprocess
import sys
from io import BytesIO
from pathlib import Path

import msgspec
import pytest
from PIL import Image

from pbem.engine.picture import Drawn, Face
from pbem.report import pictures
from pbem.report.pictures import NoPicture, measure, painted, png
from tests.toy.islands.drawing import CHART, DRAWING, SEA
from tests.toy.islands.ruleset import Settings, start

VIEW = msgspec.structs.replace(start(Settings()), at={"red": "reef", "blue": "reef", "green": "cove"})


def svg(inside: str) -> Drawn:
    head = '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="40"><rect width="200" height="40" fill="#fff"/>'
    text = f"{head}{inside}</svg>"
    return Drawn(svg=text, width=200, height=40, title="", alt="")


def ink(inside: str) -> tuple[int, int, int, int]:
    box = Image.open(BytesIO(png(svg(inside)))).convert("L").point(lambda v: 255 if v < 128 else 0).getbbox()
    assert box
    return box


def test_a_picture_is_opaque_and_of_its_size() -> None:
    made = painted(DRAWING, VIEW, "ann", CHART)
    image = Image.open(BytesIO(made.png))
    assert image.size == (made.drawn.width, made.drawn.height)
    assert image.mode == "P"
    assert "transparency" not in image.info
    assert image.convert("RGB").getpixel((0, 0)) == tuple(bytes.fromhex(SEA[1:]))


def test_the_same_view_gives_the_same_bytes_in_any_process() -> None:
    code = (
        "import hashlib; from tests.report.pictures.test_pictures import *;"
        "print(hashlib.sha256(painted(DRAWING, VIEW, 'ann', CHART).png).hexdigest())"
    )
    said = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": seed},
            cwd=Path(__file__).parents[3],
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(said) == 1


@pytest.mark.parametrize("face", Face)
def test_a_text_is_as_wide_as_it_is_measured(face: Face) -> None:
    said = "♠♥♞♦" if face is Face.signs else "Ungarisch Hradisch"
    left, _, right, _ = ink(f'<text x="10" y="30" {face} font-size="20">{said}</text>')
    assert right - left == pytest.approx(measure(said, 20, face), abs=8 if face is Face.signs else 4)


def test_letters_that_another_file_has_are_measured_in_it() -> None:
    left, _, right, _ = ink(f'<text x="10" y="30" {Face.serif} font-size="20">שלום</text>')
    assert right - left == pytest.approx(measure("שלום", 20, Face.serif), abs=3)


def test_named_colours_stay_exact() -> None:
    pale = ["#e9ebee", "#f6e6df", "#f8f0d6", "#e6eddc", "#f6f0e1", "#fffdf7", "#d5e3e8"]
    stripes = "".join(f'<rect x="{28 * n}" width="2" height="2" fill="{c}"/>' for n, c in enumerate(pale))
    noise = "".join(
        f'<rect x="{n % 200}" y="{5 + n % 35}" width="1" height="1" fill="#{n * 53:06x}"/>' for n in range(7000)
    )
    drawn = msgspec.structs.replace(svg(stripes + noise), colours=tuple(pale))
    found = Image.open(BytesIO(png(drawn))).convert("RGB")
    assert [found.getpixel((28 * n + 1, 1)) for n in range(len(pale))] == [tuple(bytes.fromhex(c[1:])) for c in pale]


def test_each_typeface_has_its_licence_beside_it() -> None:
    assert {path.parent for path in pictures.typeface_files()} == {pictures.FOLDER}
    assert "License: OFL-1.1" in (pictures.FOLDER / "OFL.txt").read_text(encoding="utf-8")
    assert "Bitstream Vera" in (pictures.FOLDER / "DejaVu.txt").read_text(encoding="utf-8")


def test_a_missing_typeface_is_one_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "FOLDER", tmp_path)
    with pytest.raises(NoPicture, match=r"the picture chart could not be made: .*No such file.*BoardSerif-Regular"):
        painted(DRAWING, VIEW, "ann", CHART)


def test_a_missing_library_is_one_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(NoPicture, match="import of resvg_py"):
        painted(DRAWING, VIEW, "ann", CHART)


def test_a_game_that_fails_to_draw_is_one_error() -> None:
    def broken(*_: object) -> Drawn:
        raise ZeroDivisionError

    with pytest.raises(NoPicture, match="chart could not be made: ZeroDivisionError"):
        painted(msgspec.structs.replace(DRAWING, draw=broken), VIEW, "ann", CHART)


def test_broken_svg_is_one_error() -> None:
    def broken(*_: object) -> Drawn:
        return msgspec.structs.replace(svg(""), svg="<svg")

    with pytest.raises(NoPicture, match="chart could not be made"):
        painted(msgspec.structs.replace(DRAWING, draw=broken), VIEW, "ann", CHART)
