"""Letters to the moderator: a digest of what waits, at their time of day, at once if it is urgent, and no others."""

import re
from datetime import timedelta
from pathlib import Path

import pytest

from pbem.errors import Refusal
from pbem.mail.outgoing import to_moderator
from pbem.referee.deadlines.edited_rules import AgendaItem
from pbem.referee.needs import URGENT, whole_status
from pbem.report.plain import sentence
from pbem.settings.game import ModeratorSettings
from pbem.store.facts import DigestSent
from tests.campaign.moderator.world import ModeratedWorld, subjects, text_of
from tests.campaign.world import unwrapped
from tests.kit.world import read
from tests.long import tries
from tests.mail.rounds.letters_back import REPORT
from tests.toy.game import GAME_YAML, drop

MODERATOR = "moderator: {name: Mo, address: mo@example.org}"


def world(folder: Path, more: str = "") -> ModeratedWorld:
    """A game whose moderator has *more* settings."""
    return ModeratedWorld(folder / "game", text=GAME_YAML.replace(MODERATOR, f"{MODERATOR[:-1]}{more}}}"))


def test_situation_something_waits_for_you(tmp_path: Path) -> None:
    one = world(tmp_path)
    one.clock.wind(hours=1)
    one.stranger()
    one.turn()
    assert one.inbox() == []
    one.at("2026-11-22T07:00")  # 08:00 in Berlin
    one.turn()
    (digest,) = one.digests()
    assert digest["To"] == "Mo <mo@example.org>"
    assert digest["Subject"].startswith("[toy-1] Moderator: 1 thing waits for you {")
    text = text_of(digest)
    assert "1. Email 1 is from an unknown sender, eve@elsewhere.example (hello)" in text
    assert "> May I join?" in text
    assert "Reply `confirm 1 as SEAT` or `confirm 1 as SEAT with new address` or `dismiss 1`." in unwrapped(text)
    assert digest.get_body(("html",))


def test_situation_nothing_waits_for_you(tmp_path: Path) -> None:
    one = world(tmp_path)
    for _ in range(3):
        one.clock.wind(days=1)
        one.turn()
    assert one.inbox() == []
    assert not [fact for fact in one.facts() if isinstance(fact, DigestSent)]


def test_who_wants_to_know_that_all_is_well_is_told_once_a_week(tmp_path: Path) -> None:
    text = GAME_YAML.replace("Wednesday 20:00", "Saturday 20:00").replace('"Sunday 20:00"', "Saturday 20:00")
    text = text.replace("48 hours", "20 days").replace(MODERATOR, f"{MODERATOR[:-1]}, all is well: yes}}")
    one = ModeratedWorld(tmp_path / "game", text=text)
    days: list[int] = []
    for day in range(1, 20):
        one.clock.wind(days=1)
        one.turn()
        days += [day] * (len(one.inbox()) - len(days))
    assert days == [7, 14]
    assert "NOTHING WAITS FOR YOU" in text_of(one.inbox()[0])


def test_what_still_waits_is_told_again_after_a_week_and_what_holds_the_game_up_each_day(tmp_path: Path) -> None:
    one = world(tmp_path)
    one.stranger()
    told: list[int] = []
    for day in range(1, 12):
        one.clock.wind(days=1)
        one.turn()
        told += [day] * (len(one.inbox()) - len(told))
    # the deadline passes on the evening of the fourth day
    assert told == [1, 5, 6, 7, 8, 9, 10, 11]


def test_a_moderator_may_be_told_daily_of_all_that_waits(tmp_path: Path) -> None:
    one = world(tmp_path, ", repeat: daily")
    one.stranger()
    for _ in range(4):
        one.clock.wind(days=1)
        one.turn()
    assert len(one.inbox()) == 4


def test_a_moderator_who_wants_no_letters_gets_none(tmp_path: Path) -> None:
    one = world(tmp_path, ", digest: no")
    one.stranger()
    one.clock.wind(days=9)
    one.turn()
    assert one.inbox() == []


def test_the_time_of_day_is_that_of_the_moderators_own_zone(tmp_path: Path) -> None:
    one = world(tmp_path, ", digest: 07:30, zone: America/New_York")
    one.clock.wind(hours=8)
    one.stranger()
    one.turn()
    one.at("2026-11-22T12:29")
    one.turn()
    assert one.inbox() == []
    one.at("2026-11-22T12:30")
    one.turn()
    (digest,) = one.digests()
    assert "Since Saturday 21 November 2026, 11:00 (America/New_York)." in text_of(digest)


def test_situation_a_deadline_passes_and_the_game_waits(tmp_path: Path) -> None:
    one = world(tmp_path)
    one.bid("ann")
    one.at("2026-11-25T19:00:01")  # a second after the deadline
    one.turn()
    (digest,) = one.digests()
    assert "2 things wait for you, urgent" in digest["Subject"]
    assert "The deadline has passed without a valid sheet of Ben of the Dale (nothing)" in text_of(digest)
    assert "Reply `extend 24h for ben` or `default ben because ...`." in text_of(digest)
    one.clock.wind(hours=1)
    one.turn()
    assert len(one.inbox()) == 1


@pytest.mark.parametrize(("hour", "again"), [("19:00:01", 26), ("21:30", 26), ("23:30", 27)])
def test_what_is_urgent_is_told_again_on_each_day_whenever_it_was_told_first(
    tmp_path: Path, hour: str, again: int
) -> None:
    """In Berlin, where the moderator lives, the last of these times is on the next day."""
    one = world(tmp_path)
    one.bid("ann")
    one.at(f"2026-11-25T{hour}")
    one.turn()
    days = []
    every = tries(4, 1)
    for _ in range(0, 96, every):
        one.clock.wind(hours=every)
        before = len(one.inbox())
        one.turn()
        days += [one.clock.at.day] * (len(one.inbox()) - before)
    assert days == [*range(again, 30)]


def test_nothing_past_is_listed_as_what_happens_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one = world(tmp_path)
    one.at("2026-11-25T19:00:01")
    game, at = one.look(), one.clock.at
    past = AgendaItem(at - timedelta(hours=3), "reminder", ("ann",))
    ahead = AgendaItem(at + timedelta(hours=3), "deadline", ("ann",))
    monkeypatch.setattr("pbem.mail.outgoing.to_moderator.agenda", lambda _game, _at: (past, ahead))
    (line,) = to_moderator.coming(game, to_moderator.words_of(game), at, "Europe/Berlin")
    assert line.startswith("Wednesday 25 November 2026, 23:00")


def test_a_relative_path_keeps_its_letters_at_the_beginning_of_a_sentence() -> None:
    assert sentence("in/letter.txt is not an email") == "in/letter.txt is not an email"
    assert sentence("game.yaml is missing") == "game.yaml is missing"
    assert sentence("no one answers") == "No one answers"


def test_what_is_not_to_be_urgent_waits_for_its_time(tmp_path: Path) -> None:
    one = world(tmp_path, ", urgent: [failures, mail]")
    one.at("2026-11-25T19:00:01")
    one.turn()
    assert one.inbox() == []
    one.at("2026-11-26T07:00")
    one.turn()
    assert len(one.inbox()) == 1


def test_urgent_letters_are_at_most_five_a_day(tmp_path: Path) -> None:
    one = world(tmp_path)
    for number in range(1, 9):
        one.stranger(f"hello {number}")
        one.clock.wind(minutes=1)
        one.turn()
        path = next((one.folder / "inbox").glob(f"{number:04d}-*.json"))
        path.write_text(path.read_text().replace('"unclaimed"', '"failed"'))
        one.turn()
    assert len(one.inbox()) == 5


def test_a_digest_is_sent_once_however_often_a_turn_runs(tmp_path: Path) -> None:
    one = world(tmp_path)
    one.stranger()
    one.clock.wind(days=1)
    for _ in range(3):
        one.turn()
    assert subjects(one.inbox()) == subjects(one.digests()[:1])


def test_an_idle_game_wakes_up_for_a_digest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from pbem.store import editions

    one = world(tmp_path)
    one.clock.wind(hours=1)
    one.stranger()
    for _ in range(3):
        one.turn()
    monkeypatch.setattr(editions, "SETTLED", 0)
    one.turn()
    one.turn()
    one.at("2026-11-22T07:00")
    one.turn()
    assert len(one.inbox()) == 1


def test_what_strangers_typed_makes_no_markup_and_is_not_shown_whole(tmp_path: Path) -> None:
    one = world(tmp_path)
    one.stranger("**buy** `pills` {abcd-efgh}", "# Free\n" + "\n".join(f"line {n} <b>x</b>" for n in range(40)))
    one.clock.wind(days=1)
    one.turn()
    (digest,) = one.digests()
    body = digest.get_body(("html",))
    assert body
    assert "<b>" not in body.get_content()
    assert "# Free" in text_of(digest)
    assert "line 30" not in text_of(digest)
    assert "{abcd-efgh}" not in text_of(digest)


def test_a_sheet_is_in_no_letter_to_the_moderator(tmp_path: Path) -> None:
    one = world(tmp_path)
    path = one.folder / "game.yaml"
    path.write_text(path.read_text().replace("mail:\n", "mail:\n  trust: {policy: [moderator confirms]}\n"))
    one.send("ann", "bid: 3\n\nMy king is mine.\n")
    one.clock.wind(days=1)
    one.turn()
    text = text_of(one.digests()[0])
    assert "Email 1 of ann is held" in text
    assert "My king is mine." in text
    assert "bid: 3" not in text


def test_a_bounce_of_a_letter_to_the_moderator_leads_to_no_other(tmp_path: Path) -> None:
    one = world(tmp_path)
    one.stranger()
    one.clock.wind(days=1)
    one.turn()
    sent = next(one.folder.glob("sent/*-moderator.eml")).read_text()
    path = one.folder / "game.yaml"
    path.write_text(path.read_text().replace("mail:\n", "mail:\n  bounces: game+*@example.org\n"))
    drop(one.folder, "b.eml", REPORT.format(recipient="mo@example.org", to="game@example.org").encode(), one.clock())
    assert sent
    one.turn()
    one.clock.wind(hours=1)
    one.turn()
    assert len(one.inbox()) == 1


def test_every_matter_that_can_be_urgent_is_about_some_kind_of_need() -> None:
    assert set(ModeratorSettings().urgent) == set(URGENT)


def test_a_moderator_whom_no_mail_reaches_is_told_by_every_turn(tmp_path: Path) -> None:
    one = world(tmp_path)
    path = one.folder / "game.yaml"
    path.write_text(path.read_text().replace("mail:\n", "mail:\n  bounces: game+*@example.org\n"))
    one.stranger()
    one.clock.wind(days=1)
    one.turn()
    envelope = re.search(r"X-Envelope-From: (\S+)", next(one.folder.glob("sent/*-moderator.eml")).read_text())
    assert envelope
    drop(one.folder, "b.eml", REPORT.format(recipient="mo@example.org", to=envelope[1]).encode(), one.clock())
    kinds = [need.kind for need in one.turn().needs]
    assert kinds == ["unclaimed", "unheard"]
    assert len(one.inbox()) == 1
    path.write_text(path.read_text().replace("mo@example.org", "new@example.org"))
    assert [need.kind for need in one.turn().needs] == ["unclaimed"]


def test_a_moderator_is_told_at_once_when_no_mail_can_be_fetched_for_hours(tmp_path: Path) -> None:
    one = world(tmp_path)
    path = one.folder / "game.yaml"
    path.write_text(path.read_text().replace("{folder: in}", "{maildir: none}"))
    one.turn()
    one.clock.wind(hours=5)
    one.turn()
    assert one.inbox() == []
    one.clock.wind(hours=1)
    one.turn()
    (digest,) = one.digests()
    assert "No mail could be fetched for more than six hours" in text_of(digest)


def test_a_failure_of_play_is_told_at_once_and_only_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one = world(tmp_path)
    one.stranger()

    def fails(*_args: object, **_more: object) -> int:
        raise ZeroDivisionError("Ann has three aces")

    with monkeypatch.context() as broken:
        broken.setattr("pbem.mail.exchange.play_on", fails)
        for _ in range(3):
            with pytest.raises(ZeroDivisionError):
                one.turn()
    (letter,) = one.digests()
    assert "2 things wait for you, urgent" in letter["Subject"]
    assert "1. Pbem has a bug and cannot continue this game (ZeroDivisionError in fails, line" in text_of(letter)
    assert "three aces" not in text_of(letter)
    assert [need.kind for need in one.turn().needs] == ["unclaimed"]


def test_a_damaged_verdict_stops_turns_and_is_told_at_once_and_only_once(tmp_path: Path) -> None:
    one = world(tmp_path)
    one.stranger()
    one.turn()
    [verdict] = one.folder.glob("inbox/0001-*.json")
    whole = verdict.read_bytes()
    verdict.write_bytes(b"{nonsense")
    for _ in range(3):
        with pytest.raises(Refusal, match="damaged"):
            one.turn()
    (letter,) = one.digests()
    assert "1 thing waits for you, urgent" in letter["Subject"]
    text = " ".join(text_of(letter).split())
    assert "1. It cannot be read what became of email 1, and no turn is run before that is fixed:" in text
    assert verdict.name in text
    assert "restore it from a backup or remove it" in text
    one.clock.wind(days=1)
    with pytest.raises(Refusal, match="damaged"):
        one.turn()
    assert len(one.digests()) == 2, "what is urgent is told again each day"
    verdict.write_bytes(whole)
    assert [need.kind for need in one.turn().needs] == ["unclaimed"]


def test_a_seat_that_no_one_holds_waits_with_the_lines_that_fill_it_until_someone_is_invited(tmp_path: Path) -> None:
    one = world(tmp_path)
    one.send("ann", "resign\n")
    one.turn()
    (word,) = re.findall(r"resign [a-z0-9]{4}-[a-z0-9]{4}", unwrapped(read(one.out("ann", "receipt")[-1])))
    one.clock.wind(minutes=1)
    one.send("ann", word)
    one.turn()
    assert "reply with the line `invite ann: NAME <ADDRESS>`" in unwrapped(text_of(one.inbox()[-1]))
    one.clock.wind(days=1)
    one.turn()
    digest = unwrapped(text_of(one.inbox()[-1]))
    assert "1. No one holds the seat of Ann of the Hill" in digest
    assert "Reply `invite ann: NAME <ADDRESS>` or `replace ann: NAME <ADDRESS>`." in digest
    assert one.mo("invite ann: Emil <emil@example.org>\n", f"Re: {one.inbox()[0]['Subject']}").problems == ("asked",)
    one.clock.wind(minutes=1)
    assert one.mo("yes\n").problems == ("answered-yes",)
    assert whole_status(one.look(), one.clock).needs == ()
