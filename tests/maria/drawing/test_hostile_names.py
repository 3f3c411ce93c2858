"""Names from an edition, whatever they contain, are text in a picture and never markup."""

import shutil
from random import Random
from xml.etree import ElementTree as ET

import pytest

from pbem.engine.picture import Picture
from pbem.report.pictures import measure, png
from pbem_maria.drawing.choice import PLACE
from pbem_maria.drawing.page import PAGES
from pbem_maria.edition.edition import EDITIONS, FILES, load
from pbem_maria.position.state import State
from tests.maria.reference.positions import around

CITY = """<script>alert('1')</script> & "Wien"]]>"""
GENERAL = """Karl</text><image href='http://example.org/x.png'/>"""
COUNTRY = "Boh<g onload='x'>emia"
INVISIBLE = "Pr\x07a\u202eg\ufffe"


@pytest.fixture(scope="module")
def view(tmp_path_factory: pytest.TempPathFactory) -> State:
    folder = tmp_path_factory.mktemp("editions") / "hostile"
    folder.mkdir()
    for name in FILES:
        shutil.copy(EDITIONS / "historical" / f"{name}.yaml", folder)
    for file, old, new in (
        ("map", "name: Wien,", f"name: {quoted(CITY)},"),
        ("map", "name: Prag,", f"name: {quoted(INVISIBLE)},"),
        ("map", "name: Bohemia,", f"name: {quoted(COUNTRY)},"),
        ("armies", "name: Karl von Lothringen,", f"name: {quoted(GENERAL)},"),
    ):
        path = folder / f"{file}.yaml"
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
    found = around(Random(3), load(folder).key, 3, 20, centre="wien")
    return found.__class__(
        **{**{name: getattr(found, name) for name in found.__struct_fields__}, "at": {**found.at, "karl": "wien"}}
    )


def quoted(text: str) -> str:
    return '"' + "".join(f"\\u{ord(letter):04x}" for letter in text) + '"'


def test_hostile_names_are_text(view: State) -> None:
    drawn = PAGES.draw(view, "louis", Picture(name="a", kind=PLACE, of="wien"), measure)
    root = ET.fromstring(drawn.svg)
    tags = {node.tag.removeprefix("{http://www.w3.org/2000/svg}") for node in root.iter()}
    assert tags <= {"svg", "g", "path", "rect", "circle", "text", "title", "defs", "pattern"}
    assert not {key for node in root.iter() for key in node.attrib if key.startswith("on") or "href" in key}
    texts = " ".join(text for node in root.iter() if (text := node.text))
    assert "<script>alert('1')</script>" in texts
    assert GENERAL in texts


def test_what_cannot_be_printed_is_left_out_and_the_picture_is_made(view: State) -> None:
    drawn = PAGES.draw(view, "louis", Picture(name="b", kind=PLACE, of="prag"), measure)
    assert "Prag" in [node.text for node in ET.fromstring(drawn.svg).iter("{http://www.w3.org/2000/svg}text")]
    assert png(drawn).startswith(b"\x89PNG")
