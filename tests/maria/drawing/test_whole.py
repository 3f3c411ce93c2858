"""The whole board: each city and each piece in sight is a thing that can be pointed at, at its own place."""

from collections import Counter
from xml.etree import ElementTree as ET

from pbem.drawing.page import WHOLE
from pbem.report.pictures import measure
from pbem_maria.drawing.labels import AREA
from pbem_maria.drawing.page import PAGES
from pbem_maria.lexicon import lexicon
from tests.maria.drawing.pauses import Shown, sample

GROUP = "{http://www.w3.org/2000/svg}g"


def things(shown: Shown) -> tuple[ET.Element, list[ET.Element]]:
    board = next(picture for picture in PAGES.whole(shown.view, shown.seat) if picture.kind == WHOLE)
    svg = ET.fromstring(PAGES.draw(shown.view, shown.seat, board, measure).svg)
    return svg, [group for group in svg.iter(GROUP) if "data-thing" in group.attrib]


def test_each_city_and_piece_can_be_pointed_at_once() -> None:
    for shown in sample()[::3]:
        _, found = things(shown)
        marks = Counter(one.attrib["data-thing"] for one in found if "data-x" in one.attrib)
        view = shown.view
        pieces = [f"{'general' if view.theatre.is_general(one) else 'train'} {one}" for one in view.at]
        hussars = [f"hussar {number}" for number, city in enumerate(view.hussars, 1) if city]
        assert marks == Counter([*(f"city {city}" for city in view.board.cities), *pieces, *hussars])


def test_a_city_is_where_its_mark_is_and_things_are_on_the_board() -> None:
    shown = sample()[-1]
    svg, found = things(shown)
    left, top, width, height = (float(part) for part in svg.attrib["viewBox"].split())
    kinds = lexicon(shown.view, shown.seat).kinds
    for one in found:
        kind, _, identifier = one.attrib["data-thing"].partition(" ")
        assert kind == "hussar" or identifier in kinds[kind]
        if "data-x" in one.attrib:
            x, y = float(one.attrib["data-x"]), float(one.attrib["data-y"])
            assert left < x < left + width
            assert top < y < top + height
            if kind == "city":
                city = shown.view.board.cities[identifier]
                assert (x, y) == (round(city.x * AREA.zoom, 1), round(city.y * AREA.zoom, 1))


def test_the_frame_that_is_known_before_is_that_of_the_drawing() -> None:
    for shown in sample()[::9]:
        for picture in PAGES.whole(shown.view, shown.seat):
            drawn, frame = (
                PAGES.draw(shown.view, shown.seat, picture, measure),
                PAGES.framed(shown.view, shown.seat, picture, measure),
            )
            if frame is None:
                assert picture.kind != WHOLE
            else:
                assert all(getattr(frame, name) == getattr(drawn, name) for name in frame.__struct_fields__)
