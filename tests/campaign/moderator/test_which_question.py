"""Which question a bare `yes` or `no` of the moderator answers, and what its reply says of that."""

import shutil
from pathlib import Path

import pytest

from pbem.mail.turn import turn
from pbem.store.facts import LineAnswered, LineAsked, SeatVacated, WordsAnnounced
from tests.campaign.moderator.world import MO, ModeratedWorld
from tests.referee.killer import deaths
from tests.toy.game import RULESETS, Clock, drop, mail


def mo(world: ModeratedWorld, text: str, answers: str = "") -> tuple[str, ...]:
    """What became of the moderator's next email, a minute later, which replies to the message called *answers*."""
    world.clock.wind(minutes=1)
    headers = {"In_Reply_To": answers, "References": f"<old@example.org> {answers}"} if answers else {}
    return world.mo(text, **headers).problems


def newest(world: ModeratedWorld) -> str:
    return str(world.inbox()[-1]["Message-ID"])


def vacated(world: ModeratedWorld) -> list[str]:
    return [fact.seat for fact in world.facts() if isinstance(fact, SeatVacated)]


def number(world: ModeratedWorld) -> int:
    return world.look().inbox.verdicts()[-1].item


def test_a_bare_yes_settles_the_question_to_whose_reply_it_replies(one: ModeratedWorld) -> None:
    mo(one, "vacate cid\n")
    asked = newest(one)
    mo(one, "vacate ben\n")
    mo(one, "status\n")
    assert mo(one, "yes\n", asked) == ("answered-yes",)
    assert vacated(one) == ["cid"]
    assert mo(one, "yes\n", asked) == ("asked-unclear",), "it was done, and the other is not meant"
    assert vacated(one) == ["cid"]


@pytest.mark.parametrize("word", ["yes", "no"])
def test_of_several_questions_a_bare_answer_chooses_none(one: ModeratedWorld, word: str) -> None:
    mo(one, "vacate cid\n")
    first = number(one)
    mo(one, "tell all:\nThe feast is on Friday.\nconfrim 1\n")
    second = number(one)
    assert mo(one, f"{word}\n") == ("which",)
    assert not [fact for fact in one.facts() if isinstance(fact, LineAnswered)]
    says = {"yes": "No one holds cid.", "no": "vacate cid"}[word]
    assert f"{word} {first}: {says}" in one.reply()
    assert f"{word} {second}: Write to all players: The feast is on Friday. confrim 1" in one.reply()
    assert mo(one, f"{word} {first}\n") == ({"yes": "answered-yes", "no": "dropped"}[word],)
    assert vacated(one) == ({"yes": ["cid"], "no": []}[word])


@pytest.mark.parametrize(
    ("text", "code"),
    [("Yes, do it.", "answered-yes"), ("ja", "answered-yes"), ("Hi,\n\nyes please.\n\nMo", "answered-yes"),
     ("nein", "dropped"), ("ok, thanks", "unread"), ("Hi, what does that mean?", "unread"),
     ("Yes, but not now", "unread")],
)  # fmt: skip
def test_an_answer_in_other_words_counts_or_is_not_understood_and_never_passed_over(
    one: ModeratedWorld, text: str, code: str
) -> None:
    mo(one, "vacate cid\n")
    asked = newest(one)
    assert mo(one, f"{text}\n", asked) == (code,)
    assert newest(one) != asked, "there is a reply"
    assert vacated(one) == (["cid"] if code == "answered-yes" else [])


def test_thanks_get_no_reply(one: ModeratedWorld) -> None:
    mo(one, "vacate cid\n")
    asked = newest(one)
    assert mo(one, "Thank you very much!\n\nMo\n", asked) == ()
    assert newest(one) == asked


@pytest.mark.parametrize("between", ["status", "dismiss 1"])
def test_a_bare_yes_after_something_else_is_asked_about(one: ModeratedWorld, between: str) -> None:
    mo(one, "vacate cid\n")
    asked = number(one)
    mo(one, f"{between}\n")
    assert mo(one, "yes\n") == ("asked-unclear",)
    assert f"`yes {asked}`" in one.reply()
    assert "No one holds cid." in one.reply()
    assert vacated(one) == []
    assert mo(one, "yes\n", newest(one)) == ("answered-yes",)
    assert vacated(one) == ["cid"]


def test_a_bare_yes_to_a_digest_is_asked_about(one: ModeratedWorld) -> None:
    digest = newest(one)
    mo(one, "vacate cid\n")
    assert mo(one, "yes\n", digest) == ("asked-unclear",)
    one.stranger("again")
    one.clock.wind(days=1)
    one.turn()
    assert one.digests()[-1]["Message-ID"] != digest
    assert mo(one, "yes\n") == ("asked-unclear",), "a digest has come since"
    assert mo(one, "yes\n") == ("answered-yes",)


def test_a_yes_below_a_line_that_asks_is_for_neither(one: ModeratedWorld) -> None:
    mo(one, "vacate cid\n")
    asked = newest(one)
    assert mo(one, "vacate ben\nyes\n", asked) == ("asked", "which")
    assert vacated(one) == []
    assert mo(one, "yes\nabsent ann 24 Dec to 2 Jan\n", asked) == ("answered-yes", "asked")
    assert vacated(one) == ["cid"]


def test_who_says_yes_twice_has_not_read_what_was_asked_again(one: ModeratedWorld) -> None:
    one.bid("ann", "ben", "cid")
    one.turn()
    mo(one, "rewind to letter 1 because of a slip\n")
    asked, subject = number(one), f"Re: {one.inbox()[-1]['Subject']}"
    one.send("ann", "pass\n")
    one.bid("ann", "ben", "cid")
    one.turn()
    for name, text in (("a", "yes\n"), ("b", f"yes {asked}\n"), ("c", "Yes!\n")):
        drop(one.folder, f"z{name}.eml", mail(MO, subject, text), one.clock())
    one.clock.wind(minutes=1)
    one.turn()
    found = [each.problems for each in one.look().inbox.verdicts()[-3:]]
    assert found == [("asked-again",), ("asked-unclear",), ("asked-unclear",)]
    assert mo(one, "yes\n") == ("answered-yes",)


def test_no_says_what_is_dropped_and_yes_what_was_sent(one: ModeratedWorld) -> None:
    mo(one, "vacate cid because of no reply\nabsent ann 24 Dec to 2 Jan\n")
    mo(one, "no\n")
    assert "vacate cid because of no reply" in one.reply().partition("This is not done:")[2]
    assert "absent ann 24 Dec to 2 Jan" in one.reply().partition("This is not done:")[2]
    words = "tell ben: The feast is on Friday.\nconfrim 1\nBring wine.\n"
    assert mo(one, words) == ("asked-text",)
    assert "The feast is on Friday. confrim 1 Bring wine." in one.reply()
    mo(one, "no\n")
    assert "Write to Ben of the Dale: The feast is on Friday. confrim 1 Bring wine." in one.reply()
    mo(one, words.replace("ben", "all"))
    mo(one, "yes\n")
    (said,) = [fact for fact in one.facts() if isinstance(fact, WordsAnnounced)]
    assert said.text.split("\n") == ["The feast is on Friday.", "confrim 1", "Bring wine."]
    assert "Write to all players: The feast is on Friday. confrim 1 Bring wine." in one.reply()


def test_the_answers_that_a_reply_lists_are_none_where_it_comes_back(one: ModeratedWorld) -> None:
    mo(one, "vacate cid\n")
    mo(one, "vacate ben\n")
    mo(one, "yes\n")
    for line in one.replies()[-1].replace("> ", "").split("\n"):
        assert mo(one, f"{line}\n") in {(), ("unread",), ("which",)}, line
    assert vacated(one) == []


@pytest.mark.slow
@pytest.mark.parametrize("text", ["yes\n", "no\n", "vacate ann\nyes\n"])
@pytest.mark.parametrize("others", [0, 1])
def test_a_kill_while_an_answer_is_asked_about_loses_nothing(one: ModeratedWorld, text: str, others: int) -> None:
    mo(one, "vacate cid\nabsent ann 24 Dec to 2 Jan\n")
    mo(one, "vacate ben\n" if others else "status\n")
    folder, clock = one.folder, one.clock.at
    drop(folder, "mo.eml", mail(MO, f"Re: {one.inbox()[-1]['Subject']}", text), clock)

    def work(place: Path) -> None:
        turn(place, Clock(clock), RULESETS)

    def state(place: Path) -> object:
        one.folder = place
        return one.facts(), sorted(one.replies()), sorted(path.name for path in place.glob("sent/*"))

    whole = folder.with_name("whole")
    shutil.copytree(folder, whole)
    work(whole)
    wanted, instant = state(whole), 0
    assert not [fact for fact in one.facts() if isinstance(fact, LineAnswered)]
    put = [fact for fact in one.facts() if isinstance(fact, LineAsked) and fact.again]
    assert len(put) == (0 if others or "vacate" in text else 2)
    for instant, killed in deaths(folder, folder.parent, work):
        work(killed)
        assert state(killed) == wanted, instant
    assert instant > 10
