"""The moderator settles by email what waits: each line once, by whom only the moderator can be."""

import shutil
from pathlib import Path

import pytest

from pbem.mail.turn import turn
from pbem.store.facts import (
    ClockResumed,
    ClockStopped,
    DeadlineMoved,
    MailedLine,
    WordsAnnounced,
    WordsAnswered,
    WordsTold,
)
from tests.campaign.moderator.world import MO, ModeratedWorld, text_of
from tests.referee.killer import deaths
from tests.toy.game import GAME_YAML, RULESETS, Clock, drop, mail


@pytest.fixture
def one(tmp_path: Path) -> ModeratedWorld:
    """A game in which an unknown sender and Ann have written, and the moderator has had a digest."""
    world = ModeratedWorld(tmp_path / "game")
    world.stranger()
    world.send("ann", "Where is my king?\n")
    world.clock.wind(days=1)
    world.turn()
    assert len(world.inbox()) == 1
    return world


def quoted(world: ModeratedWorld, mark: str = "> ") -> str:
    """The newest email to the moderator as a reply quotes it."""
    return "\n".join(f"{mark}{line}" for line in text_of(world.inbox()[-1]).split("\n"))


def test_situation_you_reply_to_a_digest(one: ModeratedWorld) -> None:
    verdict = one.mo("dismiss 1\nanswer 2: In your hand.\nLook there.\n\nextend 24h because of the feast\n")
    assert (verdict.state, verdict.problems) == ("moderator", ("dismiss", "answer", "extend"))
    assert one.look().inbox.verdicts()[0].state == "dismissed"
    facts = one.facts()
    (answer,) = [fact for fact in facts if isinstance(fact, WordsAnswered)]
    assert answer.text == "In your hand.\nLook there."
    assert [fact.reason for fact in facts if isinstance(fact, DeadlineMoved)] == ["of the feast"]
    assert [fact.text for fact in facts if isinstance(fact, MailedLine)] == [
        "dismiss 1",
        "answer 2: In your hand.",
        "extend 24h because of the feast",
    ]
    assert one.due() == "2026-11-26 19:00"
    (reply,) = one.replies()
    assert "3 LINES DONE" in reply
    assert "Email 1 is closed" in reply
    assert "Ben of the Dale: Thursday 26 November 2026, 20:00 (Europe/Berlin)" in reply
    assert one.turn().needs == ()


def test_an_email_is_confirmed_as_that_of_a_seat(one: ModeratedWorld) -> None:
    one.stranger("my sheet", "bid: 2\n")
    one.turn()
    verdict = one.mo("confirm 3 as Ann of the Hill\n")
    assert verdict.problems == ("confirm",)
    state = next(each for each in one.look().inbox.verdicts() if each.item == 3)
    assert (state.state, state.seat, state.vouched) == ("accepted", "ann", "moderator")
    assert "could not be processed" not in one.replies()[0]


def test_lines_that_are_not_understood_or_refused_stop_no_other(one: ModeratedWorld) -> None:
    verdict = one.mo("confirm 99\nconfirm 1 as nobody\nextend until Mars\nset 3\nfnord grue\ndismiss 1\n")
    assert verdict.problems == ("refused", "unread", "dismiss")
    (reply,) = one.replies()
    assert "1 LINE DONE, 5 NOT" in reply
    assert "there is no seat nobody; the seats are ann, ben, cid" in reply
    assert "> fnord grue" in reply
    assert "LINES THAT YOU CAN SEND" in reply


def test_the_clock_is_stopped_and_runs_again(one: ModeratedWorld) -> None:
    assert one.mo("hold\n").problems == ("pause",)
    assert one.due() == "never"
    assert one.mo("Go on.\n").problems == ("resume",)
    assert one.due() != "never"
    assert one.mo("go on\n").problems == ("resume",)
    kinds = [type(fact) for fact in one.facts() if isinstance(fact, ClockStopped | ClockResumed)]
    assert kinds == [ClockStopped, ClockResumed]


def test_words_go_to_one_or_all_and_end_at_the_next_line(one: ModeratedWorld) -> None:
    text = "Hi,\n\ntell all: Dear all,\n\nNo worries. We wait.\n\ntell ben: only you\nend\nThanks!\n\nRosa\n"
    assert one.mo(text).problems == (
        "announce",
        "tell",
    )
    facts = one.facts()
    assert [fact.text for fact in facts if isinstance(fact, WordsAnnounced)] == ["Dear all,\n\nNo worries. We wait."]
    assert [(fact.seat, fact.text) for fact in facts if isinstance(fact, WordsTold)] == [("ben", "only you")]


def test_a_default_needs_a_reason(one: ModeratedWorld) -> None:
    assert one.mo("default cid\n").problems == ("refused",)
    assert "those concerned are told why: `default cid because ...`" in one.replies()[-1]
    assert one.mo("default cid because they are away\n").problems == ("default",)
    found = [seat.received for seat in one.turn().status.seats if seat.seat == "cid"]
    assert found == ["default"]


@pytest.mark.parametrize(
    "introduction",
    [
        "On Sat, 28 Nov 2026 at 08:00, Toy <game@example.org> wrote:\n",
        "Am 28.11.2026 um 08:00 schrieb Toy <game@example.org>:\n",
        "Le sam. 28 nov. 2026 à 08:00, Toy <game@example.org> a écrit :\n",
    ],
)
def test_what_a_mail_program_quotes_is_not_carried_out(one: ModeratedWorld, introduction: str) -> None:
    text = f"dismiss 2\n\n-- \nRosa\ndismiss 1\n\n{introduction}\n{quoted(one)}"
    assert one.mo(text).problems == ("dismiss",)
    assert one.look().inbox.verdicts()[0].state == "unclaimed"


def test_a_digest_that_returns_without_marks_is_not_carried_out(one: ModeratedWorld) -> None:
    verdict = one.mo(f"dismiss 2\n\n{quoted(one, '')}")
    assert "dismiss" in verdict.problems
    assert [fact.text for fact in one.facts() if isinstance(fact, MailedLine)] == ["dismiss 2"]


def test_a_reply_that_returns_without_marks_after_many_digests_is_not_carried_out(one: ModeratedWorld) -> None:
    one.mo("help\n")
    reply = one.replies()[-1]

    for _ in range(9):
        one.stranger()
        one.clock.wind(days=1)
        one.turn()
    assert len(one.digests()) > 4
    verdict = one.mo(f"status\n\n{reply}")
    assert verdict.problems == ("status",)


def test_lines_may_be_written_below_what_they_are_about(one: ModeratedWorld) -> None:
    lines = quoted(one).split("\n")
    at = next(number for number, line in enumerate(lines) if "`dismiss 1`" in line)
    assert one.mo("\n".join([*lines[: at + 1], "", "dismiss 1", "", *lines[at + 1 :]])).problems == ("dismiss",)


def test_an_html_reply_is_read_like_any_other(one: ModeratedWorld) -> None:
    page = "<div>dismiss 1<br>dismiss 2</div><blockquote type='cite'>confirm 1 as ann</blockquote>"
    one.mo(page)
    states = [each.state for each in one.look().inbox.verdicts()][:2]
    assert states == ["dismissed", "dismissed"]


def test_situation_someone_writes_in_your_name(one: ModeratedWorld) -> None:
    before = len(one.facts())
    verdict = one.mo("dismiss 1\n", subject="hello")
    assert (verdict.state, verdict.problems, verdict.credible) == ("moderator", ("missing-token",), False)
    assert one.look().inbox.verdicts()[0].state == "unclaimed"
    assert one.mo("dismiss 1\n", subject="Re: {abcd-efgh}").problems == ("foreign-token",)
    assert len(one.facts()) == before
    assert all(each["To"] == "Mo <mo@example.org>" for each in one.inbox())
    assert one.mo("dismiss 1\n").problems == ("dismiss",)  # the reply had a new token


def test_the_token_alone_proves_nothing(one: ModeratedWorld) -> None:
    verdict = one.mo("dismiss 1\n", sender="eve@elsewhere.example")
    assert verdict.state == "unclaimed"
    assert one.look().inbox.verdicts()[0].state == "unclaimed"
    assert one.replies() == []


def test_an_old_token_only_tells(one: ModeratedWorld) -> None:
    old = f"Re: {one.inbox()[0]['Subject']}"
    one.clock.wind(days=20)
    verdict = one.mo("dismiss 1\nstatus\n", subject=old)
    assert verdict.problems == ("old-token", "status")
    assert one.look().inbox.verdicts()[0].state == "unclaimed"
    assert "more than 14 days old" in one.replies()[-1]


def test_a_token_of_another_address_is_worth_nothing(one: ModeratedWorld) -> None:
    path = one.folder / "game.yaml"
    path.write_text(path.read_text().replace(MO, "new@example.org"))
    assert one.mo("dismiss 1\n").state == "unclaimed"
    assert one.mo("dismiss 1\n", sender="new@example.org").problems == ("foreign-token",)


def test_a_moderator_who_plays_too_is_known_by_the_token(tmp_path: Path) -> None:
    one = ModeratedWorld(tmp_path / "game", text=GAME_YAML.replace("ann@example.org", MO))
    one.stranger()
    one.clock.wind(days=1)
    one.turn()
    digest = f"Re: {one.inbox()[-1]['Subject']}"
    assert one.mo("status\n", subject="hello").seat == "ann"
    assert one.mo("dismiss 1\n", subject=digest).state == "moderator"
    one.send("ann", "bid: 1\n")
    path = next(one.folder.glob("in/*-ann.eml"))
    path.write_bytes(path.read_bytes().replace(b"ann@example.org", MO.encode()))
    one.turn()
    assert one.look().inbox.verdicts()[-1].state == "accepted"


def test_who_takes_no_answers_by_mail_is_a_stranger(tmp_path: Path) -> None:
    text = GAME_YAML.replace("mo@example.org}", "mo@example.org, answers: no}")
    one = ModeratedWorld(tmp_path / "game", text=text)
    one.stranger()
    one.clock.wind(days=1)
    one.turn()
    assert one.mo("dismiss 1\n").state == "unclaimed"


def test_who_signs_is_asked_for_a_signature(tmp_path: Path) -> None:
    text = GAME_YAML.replace("mo@example.org}", "mo@example.org, answers: signed}")
    one = ModeratedWorld(tmp_path / "game", text=text)
    one.stranger()
    one.clock.wind(days=1)
    one.turn()
    assert one.mo("dismiss 1\n").problems == ("dkim-missing",)
    assert one.look().inbox.verdicts()[0].state == "unclaimed"


def test_an_automatic_reply_of_the_moderator_gets_none(one: ModeratedWorld) -> None:
    verdict = one.mo("I am away.\nstatus\n", **{"Auto-Submitted": "auto-replied"})
    assert verdict.state == "robot"
    assert one.replies() == []


def test_thanks_get_no_reply(one: ModeratedWorld) -> None:
    assert one.mo("Thanks!\n\nRosa\n").state == "moderator"
    assert one.replies() == []


def test_replies_to_the_moderator_are_bounded(one: ModeratedWorld) -> None:
    for _ in range(25):
        one.mo("status\n")
    assert len(one.replies()) == 20


def test_what_is_done_or_asked_back_is_told_however_much_it_is(one: ModeratedWorld) -> None:
    for _ in range(15):
        one.mo("hold\n")
        one.mo("go on\n")
    assert len(one.replies()) == 30
    one.mo("vacate cid\n")
    assert len(one.replies()) == 31


def test_the_same_email_twice_is_carried_out_once(one: ModeratedWorld) -> None:
    subject = f"Re: {one.inbox()[0]['Subject']}"
    one.mo("extend 24h\n", subject=subject, ident="same")
    verdict = one.mo("extend 24h\n", subject=subject, ident="same", **{"X-Way": "another"})
    assert verdict.state == "doubled"
    assert len([fact for fact in one.facts() if isinstance(fact, DeadlineMoved)]) == 1


def test_the_same_line_in_another_email_is_another_request(one: ModeratedWorld) -> None:
    one.mo("extend 24h\n")
    one.mo("extend 24h\n")
    assert one.due() == "2026-11-27 19:00"


@pytest.mark.slow
def test_an_email_of_the_moderator_killed_at_any_instant_is_carried_out_once(one: ModeratedWorld) -> None:
    text = "dismiss 1\nextend 24h\ntell all: hello\nanswer 2: yes\ndefault cid because they are away\nhold\n"
    folder, clock = one.folder, one.clock.at
    drop(folder, "mo.eml", mail(MO, f"Re: {one.inbox()[-1]['Subject']}", text), clock)

    def work(place: Path) -> None:
        turn(place, Clock(clock), RULESETS)

    def state(place: Path) -> object:
        one.folder = place
        return (
            [(type(fact).__name__, fact) for fact in one.facts()],
            [(each.item, each.state, each.problems) for each in one.look().inbox.verdicts()],
            one.replies(),
            sorted(path.name for path in place.glob("sent/*")),
        )

    whole = folder.with_name("whole")
    shutil.copytree(folder, whole)
    work(whole)
    wanted, instant = state(whole), 0
    for instant, tried in deaths(folder, folder.parent, work):
        work(tried)
        assert state(tried) == wanted, instant
    assert instant > 50
