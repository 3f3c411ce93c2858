"""What one email costs does not grow with all the others: no file is opened for it that is not its own."""

import re
from pathlib import Path

import pytest

from pbem.mail.intake import arrival
from pbem.mail.mime.headers import message_name
from tests.mail.intake.looks import Looks, looks
from tests.mail.intake.test_bounces import bounce
from tests.mail.rounds.transports import begun, fetch, now, one, play
from tests.toy.game import Clock, drop, mail, opened, subject


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return begun(tmp_path / "game")


def flood(folder: Path, first: int, number: int) -> None:
    """Emails from as many strangers, each with the token of a seat."""
    for each in range(first, first + number):
        sender = f"eve{each}@elsewhere.example"
        drop(folder, f"{each:04d}.eml", mail(sender, subject(folder, "ann"), f"bid: {each}\n"))


def fetched(folder: Path) -> Looks:
    with looks() as seen:
        fetch(folder)
    return seen


def test_a_new_mail_opens_no_other_one_and_each_verdict_once(folder: Path) -> None:
    inbox = folder / "inbox"
    flood(folder, 0, 12)
    fetch(folder)
    before = set(inbox.iterdir())
    flood(folder, 12, 1)
    seen = fetched(folder)
    assert not before & seen.within(inbox, ".eml").keys()
    verdicts = {path for path in before if path.suffix == ".json"}
    assert len(verdicts) == 12
    read = seen.within(inbox, ".json")
    assert read.pop(inbox / arrival.NAME) <= 2  # what is tried now, of the new one
    assert read == dict.fromkeys(verdicts, 1)


@pytest.mark.parametrize("seats", [False, True])
def test_each_of_many_new_mails_costs_the_same(tmp_path: Path, seats: bool) -> None:
    def cost(name: str, number: int) -> tuple[int, int, int]:
        folder = begun(tmp_path / name)
        flood(folder, 0, 3)
        fetch(folder)
        before = set((folder / "inbox").iterdir())
        for each in range(number if seats else 0):
            drop(folder, f"a{each}.eml", mail("ann@example.org", subject(folder, "ann"), f"bid: {each}\n"))
        flood(folder, 3, 0 if seats else number)
        seen = fetched(folder)
        again = sum(often for path, often in seen.opened.items() if path in before)
        return seen.listed[folder / "inbox"], again, seen.listed[folder / "sheets"]

    assert cost("few", 2) == cost("many", 8)


def test_a_look_at_the_game_opens_no_mail_and_each_verdict_once(folder: Path) -> None:
    flood(folder, 0, 5)
    fetch(folder)
    with looks() as seen:
        assert len(now(folder).unclaimed) == 5
    assert seen.within(folder / "inbox", ".eml") == {}
    assert set(seen.within(folder / "inbox", ".json").values()) == {1}
    assert seen.listed[folder / "inbox"] == 1


def test_a_bounce_of_what_others_sent_opens_nothing_that_we_sent(folder: Path) -> None:
    raw = bounce(folder, "round-0001-ann", word=False)
    ours = message_name(opened(folder).keys.message_ids, "round-0001-ann", "ann@example.org")
    assert ours.encode() in raw
    others = re.sub(rb"(?m)^From: .*@.*$", b"From: list@elsewhere.example", raw.replace(ours.encode(), b"12345"))
    drop(folder, "b.eml", others)
    seen = fetched(folder)
    assert seen.within(folder / "sent", ".eml") == {}
    assert now(folder).seats[0].bounced == ""


def test_a_bounce_of_an_answer_to_a_stranger_opens_nothing_else_that_we_sent(folder: Path) -> None:
    flood(folder, 0, 3)
    fetch(folder)
    play(folder)
    drop(folder, "b.eml", bounce(folder, "stranger-0002", word=False))
    with looks() as seen:
        verdict = one(folder)
    assert (verdict.state, verdict.about, verdict.answered) == ("bounce", "stranger-0002", "eve1@elsewhere.example")
    assert seen.within(folder / "sent", ".eml") == {}


def test_an_answer_whose_seat_moved_before_it_went_is_known_when_it_comes_back(folder: Path) -> None:
    drop(folder, "1.eml", mail("ann@example.org", subject(folder, "ann"), "bid: 2\n"))
    fetch(folder)
    yaml = folder / "game.yaml"
    yaml.write_text(yaml.read_text().replace("ann@example.org", "ann@new.example"))
    play(folder)
    drop(folder, "b.eml", bounce(folder, "receipt-0001", word=False))
    verdict = one(folder)
    assert (verdict.state, verdict.about, verdict.answered) == ("bounce", "receipt-0001", "ann@new.example")


def test_questions_about_other_addresses_are_limited_by_those_of_the_day(tmp_path: Path) -> None:
    folder = begun(tmp_path / "game", ("  in:", "  answers: {a day: 2}\n  in:"))
    clock = Clock()
    for day in range(2):
        for each in range(4):
            raw = mail(f"eve{day}{each}@elsewhere.example", subject(folder, "ann"), f"bid: {each}\n")
            drop(folder, f"{each}.eml", raw, clock.at)
        fetch(folder, clock)
        clock.wind(days=1)
    asked = [ident for ident in opened(folder).outbox.listed("queued") if ident.startswith("another-address")]
    assert asked == [f"another-address-{number:04d}" for number in (1, 2, 5, 6)]
