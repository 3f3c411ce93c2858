"""A campaign in one thread without private messages: letters and orders are sealed blocks in it."""

import re
from pathlib import Path

import pyrage
import pytest

from pbem.mail import judges
from pbem.mail.deeds.deed import DeedCase
from pbem.mail.deeds.table import DEEDS
from pbem.mail.outgoing.first_post import first_post
from pbem.mail.outgoing.posts import WaitingPost
from pbem.referee.people import seal_keys
from pbem.store import encryption
from pbem.store.sealed_blocks import SealedLetter, SealedSheet, blocks_in, opened, sealed
from tests.forum.world import FORUM, ForumWorld

GAME, ANN, CID, NEW = (pyrage.x25519.Identity.generate() for _ in range(4))
KEYS = {"ann": ANN, "cid": CID}


class SealedWorld(ForumWorld):
    def __init__(self, folder: Path) -> None:
        sealing = f"kind: phpbb, private: sealed, recipient: {GAME.to_public()}"
        text = FORUM.replace("kind: phpbb", sealing)
        for name, key in (("forum: ann_76", ANN), ("player: Cid", CID)):
            text = text.replace(name, f"{name}, key: {key.to_public()}")
        super(ForumWorld, self).__init__(folder, text)
        (folder / "sealing-key").write_text(f"{GAME}\n")

    def sheet(self, seat: str, text: str, number: int = 1, game: str = "toy-1") -> str:
        """A sealed sheet as a player posts it."""
        return sealed(SealedSheet(game, number, seat, text), str(GAME.to_public()))


@pytest.fixture
def world(tmp_path: Path) -> SealedWorld:
    return SealedWorld(tmp_path / "game")


def sealed_of(found: list[WaitingPost]) -> list[WaitingPost]:
    return [post for post in found if "BEGIN AGE" in post.text]


def read(post: WaitingPost, key: pyrage.x25519.Identity) -> list[str]:
    """What *key* opens of a post."""
    found = []
    for block in blocks_in(post.text):
        try:
            found.append(opened(block, str(key), SealedLetter).text)
        except encryption.WrongKey:
            continue
    return found


def test_nothing_goes_as_a_private_message_and_each_opens_only_its_own(world: SealedWorld) -> None:
    found = world.waiting()
    assert {post.seat for post in found} == {""}
    (post,) = sealed_of(found)
    assert len(blocks_in(post.text)) == 2
    for seat, key in KEYS.items():
        (letter,) = read(post, key)
        assert "bid" in letter
        assert {"ann": "Ann of the Hill", "cid": "Cid"}[seat] in letter
    assert len({len(block) for block in blocks_in(post.text)}) == 1


def test_its_readers_are_told_to_answer_in_the_thread(world: SealedWorld) -> None:
    (letter,) = read(sealed_of(world.waiting())[0], ANN)
    world.tick()
    world.submit("ann", world.sheet("ann", "bid: x\n"))
    (receipt,) = read(sealed_of(world.waiting())[-1], ANN)
    for text in (letter, receipt):
        assert "on the page for sealed letters" in " ".join(text.split())
        assert not re.search(r"private\s+message|code\s+tags|this\s+message", text)
    assert "\n- The time of your post counts" in letter
    first = first_post(world.look())
    assert f"[code]{GAME.to_public()}[/code]" in first
    assert "Your letter comes as a private message" not in first


def test_a_receipt_for_one_has_a_block_for_each_of_one_length(world: SealedWorld) -> None:
    world.tick()
    assert world.submit("ann", world.sheet("ann", "bid: 1\n")) == "accepted"
    (post,) = world.waiting()
    assert "count: your" in read(post, ANN)[0]
    assert read(post, CID) == ["There is nothing for you this time."]
    assert len({len(block) for block in blocks_in(post.text)}) == 1


def test_a_post_of_sealed_letters_stays_as_it_is(world: SealedWorld) -> None:
    assert world.waiting() == world.waiting()


def test_a_sealed_sheet_counts_from_the_account_of_its_seat_alone(world: SealedWorld) -> None:
    sheet = world.sheet("ann", "bid: 1\n")
    assert world.submit("cid", sheet) == "refused"
    assert world.look().inbox.verdicts()[-1].problems == ("sealed-for-another-seat",)
    assert world.submit("ann", f"[spoiler][code]{sheet}[/code][/spoiler]") == "accepted"


@pytest.mark.parametrize(
    ("number", "game", "code"), [(9, "toy-1", "sealed-for-another-letter"), (1, "toy-2", "sealed-for-another-game")]
)
def test_a_sheet_sealed_for_something_else_is_refused(world: SealedWorld, number: int, game: str, code: str) -> None:
    assert world.submit("ann", world.sheet("ann", "bid: 1\n", number, game)) == "refused"
    assert world.look().inbox.verdicts()[-1].problems == (code,)


def test_a_damaged_block_is_told(world: SealedWorld) -> None:
    block = world.sheet("ann", "bid: 1\n")
    assert world.submit("ann", block[: len(block) // 2]) == "refused"
    assert world.look().inbox.verdicts()[-1].problems == ("sealed-unread",)


def test_a_first_key_is_taken_from_its_post_and_another_needs_the_moderator(world: SealedWorld) -> None:
    path = world.folder / "game.yaml"
    path.write_text(path.read_text().replace(f", key: {ANN.to_public()}", ""))
    assert [post.seat for post in world.waiting() if post.seat] == ["ann"]  # what cannot be sealed is a message
    world.submit("ann", f"key: {ANN.to_public()}\n\nbid: 1\n")
    world.turn()
    found = world.waiting()
    assert {post.seat for post in found} == {""}
    assert any("The key of" in post.text for post in found)
    world.tick()
    world.submit("ann", f"key: {NEW.to_public()}\n")
    assert all(read(post, ANN) for post in sealed_of(world.waiting()))


_QUOTED = [
    "> {key}\n\nLike this?\n",
    '[quote="Cid"]\n{key}\n[/quote]\nLike this?\n',
    "[quote][quote=x]a[/quote]\n{key}\n[/quote]\n",
    "<blockquote>\n{key}\n</blockquote>\n",
    "{key}\n",
]


@pytest.mark.parametrize("post", _QUOTED)
def test_a_key_that_another_posted_is_not_taken_from_who_quotes_it(world: SealedWorld, post: str) -> None:
    path = world.folder / "game.yaml"
    path.write_text(path.read_text().replace(f", key: {ANN.to_public()}", ""))
    world.submit("ann", post.format(key=f"key: {CID.to_public()}"))
    with world.game() as game:
        assert not seal_keys.of_seat(game, "ann")
    world.submit("ann", f"[quote]a[/quote]\nkey: {ANN.to_public()}\n")
    with world.game() as game:
        assert seal_keys.of_seat(game, "ann") == str(ANN.to_public())


@pytest.mark.parametrize("of_page", [False, True])
def test_a_key_in_the_post_of_another_on_the_same_page_is_not_ones_own(world: SealedWorld, of_page: bool) -> None:
    path = world.folder / "game.yaml"
    plain = path.read_text().replace(f", key: {ANN.to_public()}", "").replace(f", key: {CID.to_public()}", "")
    path.write_text(plain)
    page = "".join(
        f"Re: Toy\n\nby {name} \u00bb Sat Nov 21, 2026 8:0{at} am\n\n{text}\n\n"
        for at, (name, text) in enumerate([("Cid", f"key: {CID.to_public()}"), ("ann_76", "bid: 1")])
    )
    world.clock.wind(hours=9)
    with world.game() as game:
        if of_page:
            judges.submit_page(game, page.encode(), world.clock)
        else:
            judges.submit_sheet(game, "ann", page.encode(), world.clock)
        assert not seal_keys.of_seat(game, "ann")
        assert not of_page or seal_keys.of_seat(game, "cid") == str(CID.to_public())


def test_the_key_of_another_player_is_refused_to_the_moderator_too(world: SealedWorld) -> None:
    with world.game() as game, pytest.raises(seal_keys.NoSealKey, match="is the key of cid"):
        seal_keys.give(game, "ann", str(CID.to_public()), world.clock, by="moderator")


def test_a_new_key_is_told_to_all_and_opens_the_present_letter(world: SealedWorld) -> None:
    world.tick()
    with world.game() as game:
        case = DeedCase(game, world.clock, {"seat": "ann", "key": str(NEW.to_public())})
        DEEDS["key"].does(case)
    world.turn()
    found = world.waiting()
    assert any(str(NEW.to_public()) in post.text for post in found)
    (post,) = sealed_of(found)
    assert "bid" in read(post, NEW)[0]
    assert not read(post, ANN)


def test_a_post_that_begins_as_a_sealed_file_stops_no_game(tmp_path: Path) -> None:
    world = ForumWorld(tmp_path / "game")
    assert world.submit("ann", f"{encryption.HEAD.decode()}\nYWdl\n") == "refused"
    (world.folder / "in" / "0001-ben.eml").write_bytes(encryption.HEAD + b"\r\nFrom: ben@example.org\r\n\r\nbid: 1\r\n")
    world.hour()
    assert world.submit("ann", "bid: 1\n") == "accepted"
    assert not world.look().inbox.waiting()


def test_what_only_looks_like_a_key_stops_nothing(world: SealedWorld) -> None:
    path = world.folder / "game.yaml"
    path.write_text(path.read_text().replace(f", key: {ANN.to_public()}", ""))
    assert world.submit("ann", f"key: age1{'q' * 58}\n") != "accepted"
    assert world.submit("ann", "bid: 1\n") == "accepted"
