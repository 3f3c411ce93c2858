"""What a mail program makes of a game: one conversation per seat, and subjects that say what each email is."""

from collections.abc import Callable, Iterator
from email import message_from_bytes, policy
from email.header import Header
from email.message import EmailMessage
from pathlib import Path

import pytest

from pbem.mail.exchange import exchange
from pbem.mail.outgoing.writing import ids_in
from pbem.referee import opening
from tests.mail.rounds.transports import body
from tests.toy.game import GAME_YAML, RULESETS, Clock, drop, mail, new_game, opened

SEATS = ("ann", "ben", "cid")


class Conversation:
    """A toy game, whose players' mail programs keep all that came and went."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.clock = Clock()
        self.written: dict[str, list[EmailMessage]] = {seat: [] for seat in SEATS}
        self.turn()

    def turn(self) -> None:
        self.clock.wind(hours=1)
        with opening.held(self.folder, RULESETS) as game:
            exchange(game, self.clock)

    def came(self, seat: str) -> list[EmailMessage]:
        """What the seat was sent, in the order of sending."""
        found = [read(path.read_bytes()) for path in sorted((self.folder / "out").glob("*.eml"))]
        return sorted((one for one in found if f"{seat}@" in one["To"]), key=lambda one: one["Date"].datetime)

    def writes(self, seat: str, text: str, to: EmailMessage | None, **headers: str) -> None:
        """Write an email, as a reply *to* another, or anew; the game takes its turn."""
        subject = headers.pop("Subject", f"Re: {to['Subject']}" if to else "my orders")
        if to is not None:
            headers.setdefault("In-Reply-To", to["Message-ID"])
            headers.setdefault("References", f"{to['References'] or ''} {to['Message-ID']}".strip())
        raw = mail(f"{seat}@example.org", subject, text, **headers)
        self.written[seat].append(read(raw))
        self.arrives(f"{len(self.written[seat])}-{seat}.eml", raw)

    def arrives(self, name: str, raw: bytes) -> None:
        self.clock.wind(minutes=1)
        drop(self.folder, name, raw, self.clock.at)
        self.turn()

    def threads(self, seat: str) -> set[frozenset[str]]:
        """The conversations of a seat, as a program makes them that joins what refers to one another."""
        found: list[set[str]] = []
        for one in (*self.came(seat), *self.written[seat]):
            own = {one["Message-ID"], *ids_in(f"{one['References']} {one['In-Reply-To']}")}
            joined = [thread for thread in found if thread & own]
            found = [thread for thread in found if not thread & own] + [own.union(*joined)]
        return {frozenset(one) for one in found}


def read(raw: bytes) -> EmailMessage:
    return message_from_bytes(raw, policy=policy.default)


@pytest.fixture
def world(tmp_path: Path) -> Conversation:
    new_game(tmp_path / "game")
    return Conversation(tmp_path / "game")


def test_all_that_goes_to_a_seat_and_comes_from_it_is_one_conversation_and_no_one_elses(world: Conversation) -> None:
    for seat in SEATS:
        world.writes(seat, "status\n", world.came(seat)[0])
        world.writes(seat, "hello there\n", None, Subject="a word")  # a new email, without any reference
        world.writes(seat, "bid: 9\n", world.came(seat)[0])
        world.writes(seat, "bid: 1\n", world.came(seat)[-1])  # to the receipt
    assert len(world.came("ann")) > 5
    threads = {seat: world.threads(seat) for seat in SEATS}
    assert [len(one) for one in threads.values()] == [1, 1, 1]
    assert not frozenset.intersection(*(thread for one in threads.values() for thread in one))


def test_a_letter_answers_the_letter_before_it(world: Conversation) -> None:
    for seat in SEATS:
        world.writes(seat, "bid: 1\n", world.came(seat)[0])
    letters = [one for one in world.came("ann") if not one["Subject"].startswith("Re:")]
    assert len(letters) == 2
    assert letters[1]["In-Reply-To"] == letters[0]["Message-ID"]
    assert letters[1]["Auto-Submitted"] == "auto-generated"


def test_a_subject_says_what_is_asked_and_until_when_or_that_nothing_is(world: Conversation) -> None:
    for seat in SEATS:
        world.writes(seat, "bid: 1\n", world.came(seat)[0])
    subjects = {seat: [one["Subject"].rpartition(" {")[0] for one in world.came(seat)] for seat in SEATS}
    assert subjects["ann"] == [
        "[toy-1] Lap 1: your bid by Wed 25 Nov 20:00",
        "Re: [toy-1] Lap 1: accepted - your bid by Wed 25 Nov 20:00",
        "[toy-1] Lap 1: your card by Wed 25 Nov 20:00",
    ]
    assert "[toy-1] Lap 1: news, nothing to do" not in subjects["ann"]


def test_a_subject_gives_the_deadline_on_the_players_own_clock(tmp_path: Path) -> None:
    folder = tmp_path / "game"
    new_game(folder)
    text = GAME_YAML.replace("OUT", "{folder: out}").replace("address: ben@", "zone: America/New_York, address: ben@")
    (folder / "game.yaml").write_text(text)
    world = Conversation(folder)
    assert "by Wed 25 Nov 20:00 {" in world.came("ann")[0]["Subject"]
    assert "by Wed 25 Nov 14:00 {" in world.came("ben")[0]["Subject"]


def test_a_receipt_says_in_its_subject_what_is_to_be_mended(world: Conversation) -> None:
    world.writes("ann", "---\nbit: 2\nbod: 3\n...\n", world.came("ann")[0])
    assert world.came("ann")[-1]["Subject"].startswith("Re: [toy-1] Lap 1: refused, 2 lines to correct - your bid by ")
    assert "SHEET REFUSED: 2 LINES TO CORRECT" in body(world.came("ann")[-1])
    world.writes("ann", "just words to someone\n", world.came("ann")[-1])
    assert world.came("ann")[-1]["Subject"].startswith("Re: [toy-1] Lap 1: no sheet found - your bid by ")
    world.writes("ann", "status\nhold\n", world.came("ann")[-1])
    assert world.came("ann")[-1]["Subject"].startswith("Re: [toy-1] Lap 1: your status and 1 more - your bid by ")


def test_the_end_of_a_game_is_in_the_subject(world: Conversation) -> None:
    while opened(world.folder).table.state.flow:
        for seat in SEATS:
            if opened(world.folder).stage(seat):
                world.writes(seat, "pass\n", world.came(seat)[-1])
    letters = [one["Subject"] for one in world.came("ben") if not one["Subject"].startswith("Re:")]
    said = {one.partition(" {")[0] for one in letters[-2:]}
    assert said == {"[toy-1] The game is over", "[toy-1] the record of all random draws"}
    assert len(world.threads("ben")) == 1


def _cut(subject: str) -> Iterator[str]:
    yield f"Re: {subject[:40]}"
    yield f"Re: {subject[:-7]}"


def _encoded(subject: str) -> Iterator[str]:
    for width in (40, 52, 76):
        yield Header(f"AW: Ré: {subject}", "utf-8", maxlinelen=width).encode()
    yield f"=?us-ascii?Q?{subject.replace(' ', '_').replace('{', '=7B').replace('}', '=7D')}?="
    yield f"Re: {subject}".replace(": ", ":\r\n ")


@pytest.mark.parametrize("change", [_cut, _encoded, lambda subject: ["", "(no subject)", "Re: orders"]])
def test_a_reply_is_known_whatever_was_done_to_its_subject(
    world: Conversation, change: Callable[[str], Iterator[str]]
) -> None:
    letter = world.came("ann")[0]
    about = f"In-Reply-To: {letter['Message-ID']}\r\n"
    for number, subject in enumerate(change(letter["Subject"])):
        head = f"From: ann@example.org\r\nTo: game@example.org\r\nMessage-ID: <{number}@x.example>\r\n"
        raw = f"{head}{about}Subject: {subject}\r\n\r\nbid: 1\r\n".encode()
        world.arrives(f"{number}.eml", raw)
        assert world.came("ann")[-1]["Subject"].startswith("Re: [toy-1] Lap 1: accepted - "), subject


def test_a_cut_subject_of_a_new_email_does_not_matter_if_the_sheet_has_its_opening_line(world: Conversation) -> None:
    letter = world.came("ann")[0]
    mark = next(line for line in body(letter).split("\n") if line.startswith("--- #"))
    world.writes("ann", f"{mark}\nbid: 1\n...\n", None, Subject=letter["Subject"][:30])
    assert world.came("ann")[-1]["Subject"].startswith("Re: [toy-1] Lap 1: accepted - ")
