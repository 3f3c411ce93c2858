"""What waits is on the page in the words of the digest, each with buttons that ask once and do it once."""

from pathlib import Path
from typing import get_args

import pytest

from pbem.engine.playtest import registered
from pbem.mail.moderating.deeds import DEEDS
from pbem.mail.outgoing import to_moderator
from pbem.referee.need import Need, NeedKind
from pbem.referee.needs import whole_status
from pbem.store.facts import DeadlineMoved, RungDeclined, RungTaken, WordsAnswered
from pbem.web.moderator import offers
from tests.campaign.moderator.world import ModeratedWorld
from tests.campaign.world import unwrapped
from tests.toy.game import GAME_YAML
from tests.web.moderator import clocked_pbem
from tests.web.moderator.visiting import SITUATIONS, situation, text_of, visiting

pytestmark = pytest.mark.slow


def needs(world: ModeratedWorld) -> tuple[Need, ...]:
    return whole_status(world.look(), world.clock).needs


@pytest.mark.parametrize("kind", SITUATIONS)
def test_what_waits_has_the_words_of_the_digest(
    kind: NeedKind, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = situation(kind, tmp_path)
    found = needs(world)
    assert kind in [one.kind for one in found]
    shown = to_moderator.standing(world.look(), world.clock())["needs"]
    assert isinstance(shown, list)
    with visiting(monkeypatch, world) as visitor:
        page = visitor.get("/m")
        for one, in_digest in zip(found, shown, strict=True):
            assert unwrapped(str(in_digest["says"])) in text_of(page)
            for offer in offers.settling(world.look(), one):
                assert offer.says in text_of(page)
                assert f"do={offer.deed}" in page.text or f"/mail/{one.item}" in page.text


BEN = {"seat": "ben", "length": "24h"}
LATER = "Ben of the Dale: Thursday 26 November 2026, 20:00 (Europe/Berlin), before: Wednesday"
WAYS = [
    ("unclaimed", "confirm", {"item": "1", "seat": "ann"}, "It counts as a note to you from Ann of the Hill."),
    ("unclaimed", "dismiss", {"item": "1"}, "Email 1 is closed; it stays in the inbox."),
    ("held", "confirm", {"item": "1", "seat": "ann"}, "the sheet of Ann of the Hill is accepted"),
    ("held", "dismiss-held", {"item": "1", "reason": "not from you"}, "Email 1 is closed; it stays in the inbox."),
    ("words", "answer", {"item": "1", "text": "You may."}, "Sent by email to Ben of the Dale."),
    ("words", "dismiss", {"item": "1"}, "Email 1 is closed"),
    ("appeal", "answer", {"item": "1", "text": "It was."}, "Sent by email to Ann of the Hill."),
    ("appeal", "dismiss-appeal", {"item": "1", "reason": "it was his"}, "Appeal 1 is dismissed"),
    ("extension", "grant", {"seat": "ben"}, "Granted."),
    ("extension", "refuse", {"seat": "ben", "reason": "no"}, "Refused."),
    ("deadline", "extend", BEN, LATER),
    ("deadline", "default", {"seat": "ben", "reason": "late"}, "Entries played"),
    ("ladder", "approve", {"seat": "cid"}, "What the ladder proposed for Cid of the Shore, “default”, is done."),
    ("ladder", "decline", {"seat": "cid"}, "What the ladder proposed for Cid of the Shore is not done; it goes on"),
    ("ladder", "decline-wait", {"seat": "cid"}, "the game waits until a sheet comes, or you do something."),
    ("ladder-asks", "decline-wait", {"seat": "cid"}, "the game waits until a sheet comes"),
    ("failed", "dismiss", {"item": "1"}, "Email 1 is closed"),
    ("former", "dismiss", {"item": "1"}, "Email 1 is closed"),
    ("unread", "dismiss", {"item": "1"}, "Email 1 is closed"),
    ("unread", "turn", {}, "the sheet of Ann of the Hill is accepted"),
    ("uncertain", "again", {"ident": "IDENT"}, "not tried, it waits"),
    ("uncertain", "settled", {"ident": "IDENT"}, "is not sent again."),
    ("unsent", "send", {}, "sent."),
    ("stopped", "turn", {}, "It is waiting for Ann of the Hill, Ben of the Dale and Cid of the Shore."),
    ("unreachable", "turn", {}, "It is waiting for Ann of the Hill"),
    ("deadline", "submit", {"seat": "ben", "sheet": "bid: 1"}, "SHEET ACCEPTED"),
    ("ladder-asks", "submit", {"seat": "cid", "sheet": "bid: 1"}, "SHEET ACCEPTED"),
]


@pytest.mark.parametrize(("kind", "deed", "given", "says"), WAYS)
def test_a_button_asks_once_and_then_does_it_once(
    kind: str, deed: str, given: dict[str, str], says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = situation(kind, tmp_path)
    waits = {one.key for one in needs(world) if one.kind == kind}
    assert waits
    given = {name: value.replace("IDENT", _message(world)) for name, value in given.items()}
    with visiting(monkeypatch, world) as visitor:
        before = world.letters(), len(world.look().log.lines)
        asked = visitor.ask("toy-1", deed, **given)
        assert "This cannot be done" not in text_of(asked)
        assert (world.letters(), len(world.look().log.lines)) == before
        first, second = visitor.do(asked), visitor.do(asked)
        assert first.status == second.status == 303
        assert second.headers["location"].partition("?again=")[0] == first.headers["location"]
        after = len(world.look().log.lines)
        assert says in text_of(visitor.get(first.headers["location"]))
        assert says in text_of(visitor.get(second.headers["location"]))
        assert len(world.look().log.lines) == after
        assert not waits & {one.key for one in needs(world)}
        assert not list((world.folder.parent / ".desk" / "try").iterdir())


def _message(world: ModeratedWorld) -> str:
    """The message that may or may not have arrived, if there is one."""
    return next(iter(world.look().outbox.listed("trying")), "")


def test_a_bot_that_does_not_answer_has_the_same_words_and_its_buttons_settle_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(clocked_pbem.BOT_FAILS, "yes")
    clocked_pbem.let_the_bot_fail(lambda bot: monkeypatch.setitem(registered, "toy", bot))
    world = ModeratedWorld(tmp_path / "toy-1", text=GAME_YAML.replace("ben: {", "ben: {bot: yes, "))
    (waits,) = needs(world)
    assert waits.kind == "bot"
    with visiting(monkeypatch, world) as visitor:
        page = visitor.get("/m")
        assert unwrapped(to_moderator.sentence(waits)) in text_of(page)
        assert "Submit a sheet for Ben of the Dale" in text_of(page)
        assert "SHEET ACCEPTED" in visitor.done("toy-1", "submit", seat="ben", sheet="bid: 1")
        assert "Nothing waits for you." in text_of(visitor.get("/m"))


def test_every_kind_of_need_has_buttons_or_only_commands() -> None:
    commands: set[NeedKind] = {"damaged", "sealed", "behind", "bounced", "unheard", "unfetched", "file", "to-post"}
    for kind in get_args(NeedKind):
        one = Need(kind=kind, says="", run="", seat="ann", item=1, ident="x")
        assert any(one.kind in deed.settles for deed in DEEDS.values()) != (one.kind in commands)


def test_the_log_says_what_it_says_after_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.cli.conftest import Pbem

    one, other = situation("ladder", tmp_path / "a"), situation("ladder", tmp_path / "b")
    with visiting(monkeypatch, one) as visitor:
        visitor.done("toy-1", "approve", seat="cid", reason="all agree")
    Pbem(other.folder, other.clock)("ladder", "approve", "cid", "--reason", "all agree")
    assert one.facts() == other.facts()
    assert any(isinstance(fact, RungTaken) and fact.by == "moderator" for fact in one.facts())
    assert not any(isinstance(fact, RungDeclined | DeadlineMoved | WordsAnswered) for fact in one.facts())


def test_what_was_done_says_what_was_mailed_and_has_the_way_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = ModeratedWorld(tmp_path / "toy-1")
    due = world.pause.due_for("ben")
    assert due
    with visiting(monkeypatch, world) as visitor:
        asked = visitor.ask("toy-1", "extend", length="24h", seat="ben")
        assert "Ben of the Dale alone is told by email" in text_of(asked)
        done = visitor.get(visitor.do(asked).headers["location"])
        assert "One email was sent." in text_of(done)
        assert 'href="/m/toy-1/ask?do=set&amp;seat=ben">Set the deadline of Ben of the Dale<' in done.text
        visitor.done("toy-1", "set", seat="ben", when="2026-11-25 20:00")
        assert world.pause.due_for("ben") == due
        stopped = visitor.get(visitor.do(visitor.ask("toy-1", "pause")).headers["location"])
        assert "3 emails were sent." in text_of(stopped)
        assert 'href="/m/toy-1/ask?do=resume">' in stopped.text
        said = visitor.get(visitor.do(visitor.ask("toy-1", "announce", text="Hello.")).headers["location"])
        assert "Not what you meant?" not in said.text
