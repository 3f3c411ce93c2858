"""Posts of many forums and messengers in both games: what stands around orders never makes them another's or less."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Literal

import msgspec
import pytest

from pbem.mail.extraction.command import says_something
from pbem.mail.intake.sheet_files import read_sheet_file
from pbem.report.letter import SheetFate
from tests.mail.posts.boards import HOST, OTHER, THIRD, WRITER, Forum, forums, in_games
from tests.mail.posts.pages import FORUMS
from tests.mail.posts.pages import Forum as Page

Wanted = Literal["own", "edited", "asked", "told", "none", "not accepted", "never other"]
"""What of a page is read: its writer's orders, perhaps with a word on an edit; them once they say yes; them with a word
on the rest, or nothing; nothing; nothing without a yes; or anything but what somebody else wrote."""
CHAT = "Good luck all!\n"
SHOWS_ENDS = ("xpand", "agrandir", "anklicken", "espandere", "expandir", "rozwinąć")
"""What forums write at the end of a quotation."""


class Shape(msgspec.Struct, frozen=True):
    """A text, and what is wanted of it."""

    name: str
    text: str
    wanted: Wanted


def shapes(page: Page, forum: Forum) -> Iterator[Shape]:
    own, other = forum.own, forum.other
    mine, theirs = page.shown(WRITER, own), page.shown(OTHER, other, 18, 16)
    chat = page.shown(WRITER, CHAT, 17, 15), page.shown(THIRD, CHAT, 20, 18)
    marked = page.shown(OTHER, f"---\n{other}...\n", 18, 16)
    yield Shape("alone", mine, "own")
    yield Shape("hello", page.shown(WRITER, f"Hi Gisela,\n\nhere are my orders for this turn.\n\n{own}\nLys\n"), "own")
    yield Shape("heading", page.shown(WRITER, f"My orders\n\n{own}"), "own")
    yield Shape("between others", theirs + mine + chat[1], "own")
    yield Shape("below others", page.shown(THIRD, CHAT, 18, 16) + mine, "own")
    yield Shape("another's above chat", theirs + chat[1], "none")
    yield Shape("another's alone", theirs, "none")
    yield Shape("another's between marks below own chat", chat[0] + marked, "none")
    yield Shape("another's between marks above own chat", marked + page.shown(WRITER, CHAT, 20, 18), "none")
    yield Shape("taken back", page.shown(WRITER, f"Please ignore this post, new orders follow.\n\n{own}"), "asked")
    yield Shape("added to", page.shown(WRITER, f"---\n{own}...\n\nEDIT: {forum.order}\n"), "told")
    yield Shape("added to without marks", page.shown(WRITER, f"{own}\nEDIT: {forum.order}\n"), "told")
    if page.quote:
        yield Shape("host quoted", page.shown(WRITER, page.quoting(HOST, "Orders please.\n") + "\n" + own), "own")
        yield Shape("another quoted", page.shown(WRITER, page.quoting(OTHER, other) + "\nlol\n"), "none")
        shown = any(each in page.quote for each in SHOWS_ENDS)
        quoted = page.shown(WRITER, page.quoting(OTHER, other) + own)
        yield Shape("another quoted above own", quoted, "own" if shown else "never other")
    if page.edited:
        yield Shape("edited", page.shown(WRITER, own, edited=True), "edited")
    for name, template in (("code", page.code), ("spoiler", page.spoiler)):
        if template:
            yield Shape(name, page.shown(WRITER, "Here:\n\n" + template.replace("{text}\n", own)), "own")


@pytest.fixture(scope="module")
def boards(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Forum]:
    return forums(tmp_path_factory.mktemp("pages"))


def beside(forum: Forum, text: str) -> str:
    """The words that are read beside orders."""
    return read_sheet_file(forum.game, forum.seat, text.encode())[0].found.words


def reading(forum: Forum, shape: Shape) -> str:
    """What is wrong with how a shape is read; empty if nothing."""
    found = forum.looked_at(shape.text)
    orders = forum.ordered(found)
    accepted = found.fate is SheetFate.accepted
    right = {
        "own": accepted and forum.in_own in orders,
        "edited": accepted and forum.in_own in orders and "post-edited" in [note.code for note in found.notes],
        "asked": found.fate is SheetFate.doubted,
        "told": shape.wanted != "told"
        or not accepted
        or bool(found.notes)
        or says_something(beside(forum, shape.text)),
        "none": found.fate in (SheetFate.refused, SheetFate.words, SheetFate.nothing),
        "not accepted": not accepted,
        "never other": True,
    }[shape.wanted]
    if right and (forum.in_other not in orders or shape.wanted == "not accepted"):
        return ""
    return f"{shape.name}: {found.fate}, {[each.problem for each in found.sheet.every_fault]}\n{shape.text}"


@pytest.mark.parametrize(("game", "page"), in_games(FORUMS), ids=lambda one: getattr(one, "name", one))
def test_a_page_of_each_forum_is_read_as_people_read_it(boards: Mapping[str, Forum], game: str, page: Page) -> None:
    forum = boards[game]
    assert "\n".join(filter(None, (reading(forum, shape) for shape in shapes(page, forum)))) == ""


WRITTEN = msgspec.yaml.decode(Path(__file__).with_name("written.yaml").read_bytes(), type=tuple[Shape, ...])


def filled(text: str, forum: Forum) -> str:
    """*text* with the orders of a game in it."""
    quoted = forum.other.rstrip("\n").replace("\n", "\n> ")
    text = text.replace("{own}", forum.own).replace("{other}", forum.other)
    text = text.replace("{quoted}", quoted).replace("{escaped}", quoted.replace("\n>", "\n&gt;"))
    text = text.replace("{indented}", "".join(f"    {line}\n" for line in forum.own.splitlines()))
    strokes = "".join(f"{char}\u0336" for char in forum.line)
    text = text.replace("{strokes}", forum.own.replace(forum.line, strokes))
    return re.sub(
        r"\{struck:(.*?)\|(.*?)\}",
        lambda marks: forum.own.replace(forum.line, f"{marks[1]}{forum.line}{marks[2]}"),
        text,
    )


@pytest.mark.parametrize(("game", "shape"), in_games(WRITTEN), ids=lambda one: getattr(one, "name", one))
def test_a_post_is_read_as_it_was_written(boards: Mapping[str, Forum], game: str, shape: Shape) -> None:
    forum = boards[game]
    assert reading(forum, msgspec.structs.replace(shape, text=filled(shape.text, forum))) == ""
