"""Pages with cut marks, and PDF of them."""

import shutil
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from pbem.engine.kit.printing import Cutout, Cutouts, Poster, Print
from pbem.extras import NotInstalled
from pbem.report.printing.layout import MARGIN, OVERLAP, PAPERS, Page, Window, pages
from pbem.report.printing.pdf import pdf

A4 = PAPERS["a4"]
HOSTILE = '#panic() *x* $y$ \\ "quoted" </svg> #import "@preview/x:1.0.0": *'


def say(key: str, **args: object) -> str:
    return " ".join([key, *map(str, args.values())])


def svg(text: str, width: float = 100, height: float = 100) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">'
        f'<text x="10" y="50" font-family="Board Sans" font-weight="700" font-size="20">{text}</text></svg>'
    )


def poster(width: float, height: float, *, title: str = "Map", one_page: bool = False) -> Poster:
    return Poster(title=title, svg=svg("Köln", width, height), width=width, height=height, one_page=one_page)


def cards(count: int, title: str = "Cards") -> Cutouts:
    pieces = tuple(Cutout(svg(f"front {n}"), svg(f"back {n}")) for n in range(count))
    return Cutouts(title=title, width=57, height=87, bleed=1.5, pieces=pieces)


def facts(found: bytes, folder: Path) -> dict[str, str]:
    """What `pdfinfo` says of a PDF."""
    if not shutil.which("pdfinfo"):
        pytest.skip("pdfinfo is not installed")
    path = folder / "made.pdf"
    path.write_bytes(found)
    said = subprocess.run(["pdfinfo", path], capture_output=True, text=True, check=True).stdout
    return {key: value.strip() for key, _, value in (line.partition(":") for line in said.splitlines())}


def test_a_small_poster_is_in_the_middle_of_one_page() -> None:
    (page,) = pages(poster(100, 50), A4, say)
    (window,) = page.windows
    assert (window.x, window.y, window.left, window.top) == (55, 123.5, 0, 0)
    assert (page.marks, page.notes) == ((), ())


def test_tiles_show_all_of_a_poster_with_a_little_of_their_neighbours() -> None:
    found = list(pages(poster(400, 500), A4, say))

    assert len(found) == 6
    assert {(page.width, page.height) for page in found} in ({A4}, {A4[::-1]})
    covered = sum(_cut(page) for page in found)
    assert covered == pytest.approx(400 * 500)
    for page in found:
        (window,) = page.windows
        assert min(window.x, window.y) >= MARGIN - OVERLAP
        assert window.x + window.width <= page.width - MARGIN + OVERLAP
        assert -window.left + window.width <= 400 + 1e-6
        assert -window.top + window.height <= 500 + 1e-6
        assert len(page.marks) == 8


def _cut(page: Page) -> float:
    """What the cut marks of a page enclose."""
    xs = {x1 for x1, _, x2, _ in page.marks if x1 == x2}
    ys = {y1 for _, y1, _, y2 in page.marks if y1 == y2}
    return (max(xs) - min(xs)) * (max(ys) - min(ys))


def test_neighbouring_tiles_meet_at_their_cut_marks() -> None:
    found = list(pages(poster(500, 200), A4, say))
    edges = [_part_of_the_poster(page) for page in found]
    assert edges[0][0] == pytest.approx(0)
    assert edges[-1][1] == pytest.approx(500)
    assert all(one[1] == pytest.approx(other[0]) for one, other in pairwise(edges))


def _part_of_the_poster(page: Page) -> tuple[float, float]:
    """Which part of the width of a poster is between the marks of a page."""
    (window,) = page.windows
    xs = sorted({x1 for x1, _, x2, _ in page.marks if x1 == x2})
    begin = window.x + window.left
    return xs[0] - begin, xs[1] - begin


def test_a_poster_on_one_page_has_a_page_of_its_size(tmp_path: Path) -> None:
    found = pdf(Print("a1", (poster(841, 594, one_page=True),)), A4, say)
    assert facts(found, tmp_path)["Page size"].startswith("2383.94 x 1683.78 pts")


@pytest.mark.parametrize(("paper", "expected"), [("a4", 4), ("a3", 2)])
def test_cards_have_fronts_and_backs_that_meet_when_the_page_is_turned(paper: str, expected: int) -> None:
    found = list(pages(cards(10), PAPERS[paper], say))

    assert len(found) == expected
    for fronts, backs in zip(found[::2], found[1::2], strict=True):
        assert len(fronts.windows) == len(backs.windows)
        for front, back in zip(fronts.windows, backs.windows, strict=True):
            assert front.svg.replace("front", "back") == back.svg
            assert back.x == pytest.approx(fronts.width - front.x - front.width)
            assert back.y == front.y


def test_marks_show_both_edges_of_each_card_within_its_bleed() -> None:
    fronts = next(pages(cards(9), A4, say))
    xs = {round(x1, 3) for x1, _, x2, _ in fronts.marks if x1 == x2}
    window: Window
    for window in fronts.windows:
        assert {round(window.x + 1.5, 3), round(window.x + 58.5, 3)} <= xs
    tops = [y for x1, y1, x2, y2 in fronts.marks if x1 == x2 for y in (y1, y2)]
    inside = [y for y in tops if fronts.windows[0].y <= y <= fronts.windows[-1].y + fronts.windows[-1].height]
    assert inside == []


def test_the_same_drawings_give_the_same_bytes(tmp_path: Path) -> None:
    wanted = Print("all", (poster(300, 300), cards(3)))
    first = pdf(wanted, A4, say)
    assert first == pdf(wanted, A4, say)
    told = facts(first, tmp_path)
    assert told["Pages"] == "6"
    assert told["Page size"].endswith("(A4)")
    assert "CreationDate" not in told


def test_a_hostile_name_is_printed_and_never_run(tmp_path: Path) -> None:
    told = facts(pdf(Print("x", (poster(300, 300, title=HOSTILE),)), A4, say), tmp_path)
    assert told["Title"] == HOSTILE
    assert told["Pages"] == "4"


def test_without_typst_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    with pytest.raises(NotInstalled, match=r"pip install 'pbem\[print\]'"):
        pdf(Print("x", (poster(10, 10),)), A4, say)
