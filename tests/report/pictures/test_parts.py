"""Pictures laid together of parts: what is kept on disk, and what becomes of it."""

import subprocess
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import msgspec
import pytest
from PIL import Image

from pbem.drawing import svg
from pbem.drawing.geometry import Rect
from pbem.drawing.layers import TILE, Layer, copies, joined, layer, on_tiles, strokes
from pbem.engine.picture import Drawn, PictureSheet
from pbem.report import pictures
from pbem.report.pictures import forget_parts, png
from pbem.store.kept import FOLDER, kept
from tests.report.pictures.whole import different

FRAME = Rect(100, 60, 420, 300)


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of what is kept; nothing is remembered, before or after."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    forget_parts()
    yield tmp_path / "pbem" / FOLDER
    forget_parts()


def on_map(colour: str = "#88aa66", piece: str = "#8e1b2b") -> Layer:
    land = f'<rect x="0" y="0" width="900" height="900" fill="{colour}"/><circle cx="300" cy="250" r="90.3"/>'
    names = (((120 + 90 * n, 130 + 31.5 * n), f"Name {n}") for n in range(4))
    return joined(
        [
            on_tiles(land, FRAME, lambda _: land),
            strokes(["M110.5,340L480,90L505,330", "M150,80L160,85"], 6, lambda data: svg.stroke(data, "#5b4630", 5)),
            layer(
                ((Rect(x - 4, y - 24, 90, 34), svg.words((x, y), text, 20)) for (x, y), text in names),
                lambda some: f'<g font-family="Board Serif">{some}</g>',
                lasting=True,
            ),
            layer([(Rect(230.5, 200.2, 40, 30), svg.rectangle(Rect(230.5, 200.2, 40, 30), fill=piece))]),
            copies(
                [(lambda at: svg.circle(at, 9, fill="#20467e"), (401.3, y), Rect(-9, -9, 18, 18)) for y in (99, 205.7)],
                lasting=False,
            ),
        ]
    )


def drawn(shown: Layer) -> Drawn:
    return Drawn(
        svg=svg.document(FRAME, "", "#ffffff", shown.svg),
        width=420,
        height=300,
        title="",
        alt="",
        colours=("#88aa66", "#5b4630", "#000000", "#8e1b2b", "#20467e", "#ffffff", "#665588"),
        sheets=(PictureSheet(FRAME, (0, 0), shown.parts),),
        paper="#ffffff",
    )


def pixels(made: bytes) -> Image.Image:
    return Image.open(BytesIO(made)).convert("RGB")


def test_a_picture_of_parts_is_the_picture_drawn_as_a_whole() -> None:
    one = drawn(on_map())
    assert different(one) == []
    missing = msgspec.structs.replace(one, sheets=(PictureSheet(FRAME, (0, 0), on_map().parts[:-1]),))
    assert len(different(missing)) > 200


def test_the_ground_is_kept_and_drawn_no_more(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = png(drawn(on_map()), kept)
    forget_parts()
    seen: list[str] = []
    really = pictures._rendered

    def rendered(text: str) -> Image.Image:
        seen.append(text)
        return really(text)

    monkeypatch.setattr(pictures, "_rendered", rendered)
    assert png(drawn(on_map()), kept) == first
    assert seen
    assert not [text for text in seen if "Name" in text or f'height="{TILE}"' in text]


def test_no_piece_is_kept(cache: Path) -> None:
    png(drawn(on_map()), kept)
    before = {file.name for file in cache.iterdir()}
    png(drawn(on_map(piece="#20467e")), kept)
    assert {file.name for file in cache.iterdir()} == before
    assert len(before) == len([part for part in on_map().parts if part.lasting])


def test_a_changed_ground_changes_the_picture(cache: Path) -> None:
    assert pixels(png(drawn(on_map()), kept)).getpixel((5, 5)) == (0x88, 0xAA, 0x66)
    assert pixels(png(drawn(on_map("#665588")), kept)).getpixel((5, 5)) == (0x66, 0x55, 0x88)


def test_another_library_or_typeface_makes_it_anew(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    png(drawn(on_map()), kept)
    before = len(list(cache.iterdir()))
    forget_parts()
    monkeypatch.setattr(pictures, "_drawn_by", lambda: ("part of a picture", "another"))
    png(drawn(on_map()), kept)
    assert len(list(cache.iterdir())) == 2 * before


@pytest.mark.parametrize("damage", [b"", b"nonsense", None])
def test_what_is_damaged_is_made_again(cache: Path, damage: bytes | None) -> None:
    first = png(drawn(on_map()), kept)
    good = {file: file.read_bytes() for file in cache.iterdir()}
    for file, raw in good.items():
        file.write_bytes(raw[: len(raw) // 2] if damage is None else damage)
    forget_parts()
    assert png(drawn(on_map()), kept) == first
    assert {file: file.read_bytes() for file in cache.iterdir()} == good


def test_a_folder_that_cannot_be_used_costs_only_time(cache: Path) -> None:
    first = png(drawn(on_map()))
    forget_parts()
    cache.parent.parent.mkdir(exist_ok=True)
    cache.parent.write_text("in the way")
    assert png(drawn(on_map()), kept) == first


def test_two_processes_that_write_at_once_give_the_same(cache: Path) -> None:
    code = (
        "import hashlib; from tests.report.pictures.test_parts import *;"
        "print(hashlib.sha256(png(drawn(on_map()), kept)).hexdigest())"
    )
    root = Path(__file__).parents[3]
    both = [
        subprocess.Popen([sys.executable, "-c", code], cwd=root, stdout=subprocess.PIPE, text=True) for _ in range(2)
    ]
    said = {each.communicate()[0] for each in both}
    assert all(each.returncode == 0 for each in both)
    forget_parts()
    again = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True)
    assert said == {again.stdout}
    assert not [file for file in cache.iterdir() if file.name.startswith(".")]
