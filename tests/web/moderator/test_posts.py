"""What is to be posted in the forum, on the moderator's page."""

import base64
import html
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.mail.outgoing import first_post
from pbem.mail.outgoing.told import tell_facts
from pbem.mail.outgoing.writing import PICTURES
from pbem.referee.people import words
from pbem.referee.pictures import FOLDER
from tests.forum.world import THREAD, ForumWorld
from tests.web.moderator.visiting import Visitor, text_of, visiting
from tests.web.serving import Answer

pytestmark = pytest.mark.slow
PAGE = "/m/toy-1/posts"
PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg=="


@pytest.fixture
def world(tmp_path: Path) -> ForumWorld:
    return ForumWorld(tmp_path / "toy-1")


@pytest.fixture
def visitor(world: ForumWorld, monkeypatch: pytest.MonkeyPatch) -> Iterator[Visitor]:
    with visiting(monkeypatch, world) as found:
        yield found


def take(visitor: Visitor, number: int) -> Answer:
    answer = visitor.post(f"{PAGE}/take", {"number": str(number)})
    assert (answer.status, answer.headers["location"]) == (303, f"{PAGE}#p{number}")
    return visitor.get(PAGE)


def tick_of(page: Answer, number: int) -> dict[str, str]:
    """What the form of a post sends that says that it was posted."""
    found = re.search(
        rf'name="number" value="{number}"><input type="hidden" name="mark" value="([0-9a-f]+)"', page.text
    )
    assert found, text_of(page)
    return {"number": str(number), "mark": found[1]}


def field(page: Answer, number: int) -> str:
    found = re.search(rf'<textarea id="text-{number}"[^>]*>\n(.*?)</textarea>', page.text, re.DOTALL)
    assert found, text_of(page)
    return html.unescape(found[1])


def links(world: ForumWorld) -> list[tuple[str, ...]]:
    return [record.links for record, _ in first_post.links(world.look())]


def test_the_page_lists_what_waits_and_shows_no_text_before_it_is_asked_for(
    visitor: Visitor, world: ForumWorld
) -> None:
    assert f'href="{PAGE}"' in visitor.get("/m").text
    page = visitor.get(PAGE)
    assert [place in text_of(page) for place in ("to ann_76", "to Cid", "The thread")] == [True] * 3
    assert f'href="{THREAD}"' in page.text
    assert "<textarea" not in page.text
    assert not any(post.taken for post in world.waiting())


def test_what_is_held_is_listed_with_the_reason_and_can_be_shown(visitor: Visitor, world: ForumWorld) -> None:
    world.tick()
    world.submit("ann", "bid: 1\n")
    (held,) = world.held()
    assert "It asks nothing, so it waits for the next message to this player" in text_of(visitor.get(PAGE))
    assert field(take(visitor, held.number), held.number) == held.text


def test_the_text_that_is_shown_is_the_one_to_paste_and_stays(visitor: Visitor, world: ForumWorld) -> None:
    first, *rest = world.waiting()
    page = take(visitor, first.number)
    assert field(page, first.number) == first.text
    assert html.escape(first.title) in page.text
    assert "posted?" in text_of(page)
    assert [bool(post.taken) for post in world.waiting()] == [True, *(False for _ in rest)]


def test_a_form_that_is_sent_twice_ticks_once(visitor: Visitor, world: ForumWorld) -> None:
    first, *rest = world.waiting()
    tick = tick_of(take(visitor, first.number), first.number) | {"link": "https://forum.example.org/p=7"}
    assert visitor.post(f"{PAGE}/done", tick).status == 303
    again = visitor.post(f"{PAGE}/done", tick)
    assert again.status == 200
    assert "ticked before" in text_of(again)
    assert world.waiting() == rest
    assert links(world) == [("https://forum.example.org/p=7",)]


def test_each_part_is_ticked_by_its_own_form(visitor: Visitor, world: ForumWorld) -> None:
    text = (world.folder / "game.yaml").read_text().replace("kind: phpbb", "kind: phpbb, most: 600")
    (world.folder / "game.yaml").write_text(text)
    world.tick()
    with world.game() as game:
        words.announce(game, "word " * 300, world.clock, now=True)
        tell_facts(game)
    (post,) = world.waiting()
    page = take(visitor, post.number)
    tick = tick_of(page, post.number)
    for _ in range(2):
        visitor.post(f"{PAGE}/done", tick)
    (second,) = world.waiting()
    page = visitor.get(PAGE)
    assert second.part == 2
    assert f"part 2 of {post.parts}" in text_of(page)
    assert field(page, post.number) == second.text != post.text
    while world.waiting():
        visitor.post(f"{PAGE}/done", tick_of(visitor.get(PAGE), post.number))
    assert "Nothing waits to be posted" in text_of(visitor.get(PAGE))


def test_what_is_no_address_is_refused_and_not_ticked(visitor: Visitor, world: ForumWorld) -> None:
    waiting = world.waiting()
    tick = tick_of(take(visitor, waiting[0].number), waiting[0].number)
    for link in ("javascript:alert(1)", "https://a.example/[/url]x", "see there"):
        assert "not the address" in text_of(visitor.post(f"{PAGE}/done", {**tick, "link": link}))
    assert len(world.waiting()) == len(waiting)


def test_no_stranger_and_no_other_site_sees_or_ticks_anything(visitor: Visitor, world: ForumWorld) -> None:
    first = world.waiting()[0]
    tick = tick_of(take(visitor, first.number), first.number)
    foreign = {"Origin": "https://elsewhere.example", "Sec-Fetch-Site": "cross-site"}
    assert visitor.desk.post(f"{PAGE}/done", tick, {"Cookie": visitor.cookie, **foreign}).status == 403
    assert visitor.desk.post(f"{PAGE}/done", tick).status == 404
    unknown = visitor.desk.ask("/nowhere").body
    for path in (PAGE, f"{PAGE}/picture/map.png", f"{PAGE}/picture/..%2Fsecret"):
        answer = visitor.desk.ask(path)
        assert (answer.status, answer.body) == (404, unknown)
    assert first.number in [post.number for post in world.waiting()]


def add_picture(world: ForumWorld) -> Path:
    """Give the post in the thread a picture."""
    with world.game() as game:
        found = {one: game.outbox.envelope(one) for one in game.outbox.listed("post")}
        (ident,) = (one for one, envelope in found.items() if envelope and not envelope.meant)
        path = game.outbox.path(ident, "post")
        path.write_bytes(path.read_bytes().replace(b"Subject:", f"{PICTURES}: map.png\r\nSubject:".encode(), 1))
    picture = world.folder / FOLDER / "map.png"
    picture.parent.mkdir(exist_ok=True)
    picture.write_bytes(base64.b64decode(PIXEL))
    return picture


def test_its_pictures_are_shown_and_no_other_file_is(visitor: Visitor, world: ForumWorld) -> None:
    picture = add_picture(world)
    thread = world.waiting()[-1]
    assert thread.pictures == (picture,)
    assert f'<img src="{PAGE}/picture/map.png"' in take(visitor, thread.number).text
    answer = visitor.get(f"{PAGE}/picture/map.png")
    assert (answer.status, answer.body) == (200, picture.read_bytes())
    assert answer.headers["cache-control"] == "no-store"
    (picture.parent / "other.png").write_bytes(b"")
    for name in ("other.png", "game.yaml", "..%2Fgame.yaml"):
        assert visitor.get(f"{PAGE}/picture/{name}").status == 404
