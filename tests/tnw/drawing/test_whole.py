"""The whole board: each place once, and each general that is named, can be pointed at."""

from collections import Counter
from xml.etree import ElementTree as ET

from pbem.drawing.page import WHOLE
from pbem.report.pictures import measure
from pbem_tnw.drawing.page import PAGES
from tests.tnw.drawing.pauses import sample

GROUP = "{http://www.w3.org/2000/svg}g"


def test_each_place_can_be_pointed_at_once_and_generals_where_they_are() -> None:
    named = 0
    for shown in sample()[::4]:
        view = shown.view
        board = next(picture for picture in PAGES.whole(view, shown.seat) if picture.kind == WHOLE)
        svg = ET.fromstring(PAGES.draw(view, shown.seat, board, measure).svg)
        found = [group for group in svg.iter(GROUP) if "data-thing" in group.attrib]
        marks = Counter(one.attrib["data-thing"] for one in found if "data-x" in one.attrib)
        assert set(marks.values()) == {1}
        places = {f"place {place}" for place in (*view.board.duchies, *view.board.zones)}
        assert {one for one in marks if one.startswith("place")} == places
        generals = {f"general {one}" for one, place in view.generals.items() if f"place {place}" in places}
        assert {one for one in marks if one.startswith("general")} <= generals
        named += len(marks) - len(places)
    assert named > 20


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
