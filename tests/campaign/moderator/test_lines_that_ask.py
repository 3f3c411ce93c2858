"""Lines about people and positions: told back first, done by `yes`, each once, by the function of the command."""

import shutil
from datetime import date, timedelta
from pathlib import Path

import pytest

from pbem.engine.decision import RULING
from pbem.mail.deeds.table import DEEDS
from pbem.mail.turn import turn
from pbem.referee import submissions
from pbem.referee.people import changes
from pbem.store.facts import (
    ClockStopped,
    DeadlineMoved,
    LineAnswered,
    LineAsked,
    MailedLine,
    SeatInvited,
    SeatTaken,
    SeatVacated,
    StandInBegun,
    StandInEnded,
    WordsAnnounced,
    WordsAnswered,
    WordsTold,
)
from pbem.store.inbox import Verdict
from tests.campaign.moderator.world import MO, ModeratedWorld, text_of
from tests.campaign.world import unwrapped
from tests.referee.killer import deaths
from tests.toy.game import RULESETS, Clock, drop, mail


def mo(world: ModeratedWorld, text: str) -> Verdict:
    """The moderator's next email, a minute later: replies have an order."""
    world.clock.wind(minutes=1)
    return world.mo(text)


def facts(world: ModeratedWorld, *kinds: type) -> list[object]:
    return [fact for fact in world.facts() if isinstance(fact, kinds)]


def test_situation_a_seat_gets_another_player_by_email(one: ModeratedWorld) -> None:
    assert mo(one, "replace cid with Dora Miller <dora@example.org>\n").problems == ("asked",)
    assert facts(one, SeatTaken) == []
    assert "Dora Miller holds cid." in one.replies()[-1]
    assert "pbem turn" not in one.replies()[-1]
    assert mo(one, "Yes.\n\nRegards, Mo\n").problems == ("answered-yes",)
    (taken,) = facts(one, SeatTaken)
    assert isinstance(taken, SeatTaken)
    assert (taken.seat, taken.player, taken.address) == ("cid", "Dora Miller", "dora@example.org")
    assert "Dora Miller holds cid." in one.replies()[-1]
    assert any("dora@example.org" in text for text in one.letters().values())
    assert mo(one, "yes\n").problems == ("refused",), "it is done once"


ASKING = (
    (
        "replace cid with Dora Miller <dora@example.org>",
        "vacate ben",
        "absent ann 24 Dec to 2 Jan",
        "rule because it was miscounted:\npoint to: Ben\nend",
    ),
    ("invite ben: Emil <emil@example.org>", "stand-in ann: Sue <sue@example.org> until 6 Dec"),
    ("rewind to letter 1 because of a slip",),
)


def test_only_the_moderators_first_yes_with_a_fresh_token_does_what_was_asked(one: ModeratedWorld) -> None:
    one.bid("ann", "ben", "cid")
    one.turn()
    old = f"Re: {one.inbox()[-1]['Subject']}"

    def without_effect(*emails: tuple[str, str]) -> None:
        one.clock.wind(minutes=1)
        before = facts(one, LineAnswered), one.pause.round
        for number, (sender, subject) in enumerate(emails):
            drop(one.folder, f"{one.number:04d}-{number}-no.eml", mail(sender, subject, "yes\n"), one.clock())
        one.turn()
        assert (facts(one, LineAnswered), one.pause.round) == before

    for lines in ASKING:
        assert mo(one, "\n".join(lines)).problems == ("asked",)
        asked = f"Re: {one.inbox()[-1]['Subject']}"
        without_effect(("eve@elsewhere.example", asked), (MO, "yes"), (MO, "Re: {abcd-efgh}"))
        answered = len(facts(one, LineAnswered))
        assert mo(one, "yes\n").problems == ("answered-yes",), lines
        assert len(facts(one, LineAnswered)) == answered + len(lines), lines
        done = [fact for fact in one.facts() if not isinstance(fact, MailedLine)]
        assert mo(one, "yes\n").problems == ("refused",), lines
        assert [fact for fact in one.facts() if not isinstance(fact, MailedLine)] == done, lines
    one.clock.wind(days=20)
    one.turn()
    fresh = next(str(each["Subject"]) for each in reversed(one.inbox()) if "Moderator:" in each["Subject"])
    one.clock.wind(minutes=1)
    alone = one.mo("vacate ann\nyes\n", f"Re: {fresh}")
    assert alone.problems == ("asked", "refused"), "an email does not answer itself"
    without_effect((MO, old))


def test_what_was_asked_is_dropped_or_named_by_its_email(one: ModeratedWorld) -> None:
    first = mo(one, "vacate cid because no reply since March\n").item
    assert mo(one, "no\n").problems == ("dropped",)
    assert mo(one, "yes\n").problems == ("refused",)
    second = mo(one, "vacate ben\n").item
    mo(one, "vacate ann\n")
    assert mo(one, f"yes {first}\n").problems == ("refused",)
    assert mo(one, f"yes {second}\n").problems == ("answered-yes",)
    assert [fact.seat for fact in facts(one, SeatVacated) if isinstance(fact, SeatVacated)] == ["ben"]


@pytest.mark.parametrize("line", ["cid: Dora <dora@example.org>", "Cid to Dora dora@example.org until 8 Dec"])
def test_someone_is_invited_and_that_is_withdrawn(one: ModeratedWorld, line: str) -> None:
    mo(one, f"invite {line}\n")
    one.clock.wind(hours=5)
    assert mo(one, "yes\n").problems == ("answered-yes",)
    (fact,) = facts(one, SeatInvited)
    assert isinstance(fact, SeatInvited)
    assert (fact.player, fact.address) == ("Dora", "dora@example.org")
    midnight = "Wednesday 2026-12-09 00:00 Europe/Berlin" if "until" in line else ":00 Europe/Berlin"
    assert midnight in one.reply(), "as the moderator's clocks show it"
    mo(one, "withdraw cid\n")
    mo(one, "yes\n")
    assert changes.open_for(one.look(), "cid") is None


def test_a_stand_in_plays_for_a_time(one: ModeratedWorld) -> None:
    mo(one, "stand-in cid: Sue <sue@example.org> until 6 Dec\n")
    mo(one, "yes\n")
    (fact,) = facts(one, StandInBegun)
    assert isinstance(fact, StandInBegun)
    assert fact.until
    assert fact.until.isoformat() == "2026-12-06T23:00:00+00:00", "the end of that day in Berlin"
    mo(one, "end stand-in cid\n")
    mo(one, "yes\n")
    assert len(facts(one, StandInEnded)) == 1


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("replace cid: Dora <dora@example.org>, forum dora_76", SeatTaken),
        ("replace cid with Dora dora@example.org on the forum as dora_76, keep orders", SeatTaken),
        ("invite cid: Dora <dora@example.org> forum: dora_76 until 8 Dec", SeatInvited),
        ("stand-in cid: Dora <dora@example.org>, forum dora_76 until 6 Dec", StandInBegun),
    ],
)
def test_a_line_says_what_the_forum_calls_a_player(one: ModeratedWorld, line: str, kind: type) -> None:
    assert mo(one, f"{line}\n").problems == ("asked",)
    assert mo(one, "yes\n").problems == ("answered-yes",)
    (fact,) = facts(one, kind)
    assert isinstance(fact, SeatTaken | SeatInvited | StandInBegun)
    assert (fact.player, fact.address, fact.forum) == ("Dora", "dora@example.org", "dora_76")


def test_an_absence_is_noted_and_taken_back(one: ModeratedWorld) -> None:
    mo(one, "absent Ann of the Hill 24 Dec to 2 Jan\n")
    assert submissions.absences(one.look(), "ann", date(2026, 11, 23)) == ()
    mo(one, "yes\n")
    (found,) = submissions.absences(one.look(), "ann", date(2026, 11, 23))
    assert (str(found.start), str(found.end)) == ("2026-12-24", "2027-01-02")
    mo(one, "absent ann none\n")
    mo(one, "yes\n")
    assert submissions.absences(one.look(), "ann", date(2026, 11, 23)) == ()


def test_the_game_is_moved_back(one: ModeratedWorld) -> None:
    one.bid("ann", "ben", "cid")
    one.turn()
    assert one.pause.round == 2
    assert mo(one, "rewind to letter 1\n").problems == ("refused",)
    assert "because" in one.replies()[-1]
    assert mo(one, "rewind to letter 1 because Ann's sheet was misread\n").problems == ("asked",)
    assert one.pause.round == 2
    assert mo(one, "yes\n").problems == ("answered-yes",)
    assert one.pause.round == 3
    assert one.pause.waits[0].key == one.look().log.pauses[0].waits[0].key


def test_a_position_is_corrected(one: ModeratedWorld) -> None:
    text = "rule because it was miscounted:\npoint to: {}\nend\nstatus\n"
    assert mo(one, text.format("Nobody")).problems == ("refused", "status")
    assert "Nobody" in one.replies()[-1]
    assert mo(one, text.format("Ben")).problems == ("asked", "status")
    assert "Everyone would read:" in one.replies()[-1]
    assert one.look().table.state.score.get("ben", 0) == 0
    assert mo(one, "yes\n").problems == ("answered-yes",)
    assert one.look().table.state.score["ben"] == 1
    assert any("it was miscounted" in text for text in one.letters().values())


def test_what_can_be_ruled_is_told_where_the_ruling_is_missing(one: ModeratedWorld) -> None:
    assert mo(one, "rule because it was miscounted\n").problems == ("refused",)
    assert "write the ruling below the line" in one.reply()
    assert "point to" in one.reply()


def test_what_a_seat_answers_is_ruled(one: ModeratedWorld) -> None:
    seat = one.pause.waits[0].seat
    text = f"rule for {seat} because the mail was lost:\nbid: {{}}\nend\n"
    assert mo(one, text.format("x")).problems == ("refused",)
    assert mo(one, text.format(2)).problems == ("asked",)
    assert "answers by your ruling: You bid 2." in " ".join(one.replies()[-1].split())
    assert mo(one, "yes\n").problems == ("answered-yes",)
    ruled = [(answer.seat, answer.by) for entry in one.look().table.entries for answer in entry.answers]
    assert (seat, RULING) in ruled


def test_a_ruling_settles_no_appeal_that_was_not_made_and_overrules_what_it_names(one: ModeratedWorld) -> None:
    text = "rule{} because it was miscounted:\npoint to: Ben\nend\n"
    assert mo(one, text.format(" settling appeal 77")).problems == ("refused",)
    assert "no appeal 77" in one.replies()[-1]
    assert mo(one, text.format(", overruling hands and scores")).problems == ("asked",)


def test_a_seat_changes_hands_from_a_turn_on_and_keeps_its_orders(one: ModeratedWorld) -> None:
    mo(one, "replace cid: Dora <dora@example.org> from turn 2, keep orders\n")
    assert "Dora will hold cid when turn 2 begins." in " ".join(one.replies()[-1].split())
    assert mo(one, "yes\n").problems == ("answered-yes",)
    mo(one, "vacate ben, keep orders because of no reply\n")
    assert "void" not in one.replies()[-1]
    assert mo(one, "yes\n").problems == ("answered-yes",)
    (vacated,) = facts(one, SeatVacated)
    assert isinstance(vacated, SeatVacated)
    assert (vacated.seat, vacated.orders, vacated.reason) == ("ben", "keep", "of no reply")


@pytest.mark.parametrize(
    ("name", "given", "command"),
    [
        ("vacate", {"seat": "ben", "orders": "yes"}, "pbem seat vacate ben --keep-orders"),
        ("vacate", {"seat": "ben"}, "pbem seat vacate ben"),
        ("replace", {"seat": "ben", "player": "D", "address": "d@e.org", "turn": "5"},
         "pbem seat replace ben --player D --address d@e.org --from 5"),
        ("invite", {"seat": "ben", "player": "D", "address": "d@e.org", "forum": "d 7"},
         "pbem seat invite ben --player D --address d@e.org --forum 'd 7'"),
        ("rule", {"ruling": "x", "reason": "y", "seat": "ben", "appeal": "9", "overrule": "a, b"},
         "pbem rule FILE --reason y --as ben --overrule a --overrule b --appeal 9"),
    ],
)  # fmt: skip
def test_a_deed_names_the_command_that_does_the_same(name: str, given: dict[str, str], command: str) -> None:
    assert DEEDS[name].typed(given) == command


def test_a_digest_about_a_vacant_seat_offers_the_line_that_fills_it(one: ModeratedWorld) -> None:
    mo(one, "vacate cid\n")
    mo(one, "yes\n")
    one.bid("ann", "ben")
    one.at("2026-11-26 08:00")
    one.turn()
    digest = text_of(one.digests()[-1])
    assert "The deadline has passed without a valid sheet of Cid of the Shore, whose seat no one holds" in digest
    assert "Reply `invite cid: NAME <ADDRESS>` or `replace cid: NAME <ADDRESS>` or" in unwrapped(digest)
    assert mo(one, "invite cid: NAME <ADDRESS>\n").problems == ("unread",)
    assert mo(one, "invite cid\n").problems == ("unread",)
    mo(one, "invite cid: Emil <emil@example.org>\n")
    mo(one, "yes\n")
    (need,) = (each for each in one.turn().needs if each.kind == "deadline")
    assert need.reply[0] == "extend 24h for cid"


def test_what_has_changed_since_is_asked_again(one: ModeratedWorld) -> None:
    one.bid("ann", "ben", "cid")
    one.turn()
    mo(one, "rewind to letter 1 because of a slip\n")
    one.send("ann", "pass\n")
    one.bid("ann", "ben", "cid")
    one.turn()
    assert one.pause.round == 3
    assert mo(one, "yes\n").problems == ("asked-again",)
    assert one.pause.round == 3
    assert mo(one, "yes\n").problems == ("answered-yes",)
    assert one.pause.round == 4


def test_what_cannot_be_done_is_refused_at_once(one: ModeratedWorld) -> None:
    for line in ("replace cid: Ann <ann@example.org>", "stand-in cid", "rewind to letter 9 because x"):
        assert mo(one, f"{line}\n").problems == ("refused",), line
    for line in ("rule because of a slip\nend", "replace nobody: Dora <dora@example.org>"):
        assert mo(one, f"{line}\n").problems == ("refused",), line
    assert facts(one, LineAsked) == []


def test_words_with_a_misspelt_line_are_shown_back_and_not_published(one: ModeratedWorld) -> None:
    assert mo(one, "tell all: The feast is on Friday.\nconfrim 1\nextend 24h\n").problems == ("asked-text", "extend")
    assert facts(one, WordsAnnounced) == []
    assert "confrim 1" in one.replies()[-1]
    assert mo(one, "yes\n").problems == ("answered-yes",)
    (said,) = facts(one, WordsAnnounced)
    assert isinstance(said, WordsAnnounced)
    assert said.text == "The feast is on Friday.\nconfrim 1"
    assert mo(one, "tell all: Fields confirmed:\nConfined to 7 lines.\nSet your clocks.\n").problems == ("announce",)


@pytest.mark.parametrize(
    "line",
    ["replace ben Bob <b@x.example>", "stand-in ben Sue", "absent cid", "absent cid 3 Jan", "answer 9 you may",
     "tell ben he is late", "extend 24h for Bne", "hold bne until Fri", "dismiss mail 8", "grant extension to ben",
     "rewind to letter one because", "move deadline to Fri 20:00", "dismis mail 8"],
)  # fmt: skip
def test_words_with_a_line_that_is_half_right_are_shown_back(one: ModeratedWorld, line: str) -> None:
    for above in ("tell all:", "announce:", "tell ann:"):
        assert mo(one, f"{above}\nThe feast is on Friday.\n{line}\n").problems == ("asked-text",)
    assert line in one.replies()[-1]
    assert facts(one, WordsAnnounced) == []


def test_prose_that_begins_like_a_line_is_sent(one: ModeratedWorld) -> None:
    text = "tell all:\nHold on to your hats until Friday.\nAnswer me soon.\nTell your friends.\n"
    assert mo(one, text).problems == ("announce",)


def test_a_yes_within_an_answer_belongs_to_it(one: ModeratedWorld) -> None:
    one.send("ann", "May I?\n")
    one.turn()
    assert mo(one, "answer 2:\nYes.\nno\nIt may.\n").problems == ("answer",)
    (said,) = facts(one, WordsAnswered)
    assert isinstance(said, WordsAnswered)
    assert said.text == "Yes.\nno\nIt may."


NEW, YES = "replace cid: Dora <dora@example.org>\nvacate ben\n", "yes\n"
SEATS = (
    "replace cid: Dora <dora@example.org>\nabsent ann 24 Dec to 2 Jan\nstand-in ben: Sue <sue@example.org>\n"
    "rewind to letter 1 because of a slip\n"
)
WORDS = (
    "rule because it was miscounted:\npoint to: Ben\nend\nreplace cid: Dora <dora@example.org>\n"
    "replace cid: Emil <emil@example.org>\ntell all: The feast is on Friday.\nconfrim 1\n"
)
CHANGED = "rewind to letter 1 because of a slip\nabsent ann 24 Dec to 2 Jan\nrewind to letter 2 because of another\n"
"""The game goes on before the `yes`, so that two of these are asked about again."""
WRITTEN = "If ann asks:\nextend 24h\nextend 2h\nhold\ntell ann: Well played.\n"
NO, DROPPED = "no\n", "vacate ben\nabsent ann 24 Dec to 2 Jan\n"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "before"), [(NEW, ""), (YES, SEATS), (YES, WORDS), (YES, CHANGED), (YES, WRITTEN), (NO, DROPPED)]
)
def test_a_kill_at_any_instant_loses_nothing_and_does_nothing_twice(
    one: ModeratedWorld, text: str, before: str
) -> None:
    if before in (SEATS, CHANGED):
        one.bid("ann", "ben", "cid")
        one.turn()
    if before:
        assert set(mo(one, before).problems) <= {"asked", "asked-beside", "asked-text", "unread"}
    if before == CHANGED:
        one.send("ann", "pass\n")
        one.bid("ann", "ben", "cid")
        one.turn()
    folder, clock = one.folder, one.clock.at
    drop(folder, "mo.eml", mail(MO, f"Re: {one.inbox()[-1]['Subject']}", text), clock)

    def work(place: Path) -> None:
        turn(place, Clock(clock), RULESETS)

    def state(place: Path) -> object:
        one.folder = place
        return (
            one.facts(),
            [entry.events for entry in one.look().log.entries],
            [(each.item, each.state, each.problems) for each in one.look().inbox.verdicts()],
            submissions.absences(one.look(), "ann", date(2026, 11, 23)),
            sorted(one.replies()),
            sorted(path.name for path in place.glob("sent/*")),
        )

    whole = folder.with_name("whole")
    shutil.copytree(folder, whole)
    work(whole)
    wanted, instant = state(whole), 0
    done = {NEW: 0, SEATS: 4, WORDS: 4, CHANGED: 0, WRITTEN: 4, DROPPED: 2}[before or NEW]
    assert len(facts(one, LineAnswered)) == done
    assert len([each for each in facts(one, LineAsked) if each.again]) == 2 * (before == CHANGED)  # type: ignore[attr-defined]
    for instant, killed in deaths(folder, folder.parent, work):
        work(killed)
        assert state(killed) == wanted, instant
    assert instant > 20


def test_what_a_ruling_changes_in_a_rewinding_of_the_same_email_is_told_before_it_is_done(one: ModeratedWorld) -> None:
    one.bid("ann", "ben", "cid")
    one.turn()
    ruling = "rule because it was miscounted:\npoint to: Ben\nend\n"
    assert mo(one, f"{ruling}rewind to letter 1 because of a slip\n").problems == ("asked",)
    assert mo(one, "yes\n").problems == ("answered-yes",)
    assert "the game has changed since you were asked" in unwrapped(one.reply())
    assert one.look().table.state.score["ben"] == 1
    assert mo(one, "yes\n").problems == ("answered-yes",)
    assert one.look().table.state.score.get("ben", 0) == 0


BESIDE = ("I'd rather not:", "If ann asks:", "No wait, forget that.", "I shall decide tomorrow whether to do this.")
ALONE = ("Later", "Hmm.", "Don't", "never mind", "wait", "undo", "Not yet", "Perhaps", "Backup:", "Vielleicht", "nvm")


@pytest.mark.parametrize("sentence", BESIDE)
@pytest.mark.parametrize("line", ["extend 24h", "hold", "dismiss 1", "tell ann: Well played."])
def test_a_line_with_a_sentence_beside_it_waits_for_a_yes(one: ModeratedWorld, sentence: str, line: str) -> None:
    one.stranger()
    one.clock.wind(minutes=1)
    one.turn()
    kinds = DeadlineMoved | ClockStopped | WordsTold | MailedLine
    for text in (f"Hello,\n\n{sentence}\n\n{line}\n", f"{line}\nend\n{sentence}\n\nBest,\nMo\n"):
        assert "asked-beside" in mo(one, text).problems
        assert f"your email also says “{sentence}”" in one.reply()
        assert not [fact for fact in one.facts() if isinstance(fact, kinds)]
        if text.startswith("Hello"):
            assert mo(one, "no\n").problems == ("dropped",)
    assert mo(one, f"yes\n\n{sentence}\n").problems == ("asked-unclear", "unread")
    assert mo(one, "yes\n").problems == ("answered-yes",)
    assert [fact.text for fact in one.facts() if isinstance(fact, MailedLine)] == ["yes", line]
    assert mo(one, "yes\n").problems == ("refused",), "it is done once"


@pytest.mark.parametrize("word", ALONE)
def test_a_word_alone_that_may_take_a_line_back_holds_it(one: ModeratedWorld, word: str) -> None:
    for text in (f"{word}\n\nextend 24h\n", f"extend 24h\n\n{word}\n", f"extend 24h\n{word}\n"):
        assert "asked-beside" in mo(one, text).problems
        assert not [fact for fact in one.facts() if isinstance(fact, DeadlineMoved)]


@pytest.mark.parametrize(
    "around",
    [
        "Hi there,\n\n{}\n\nThanks a lot!\nMo\n",
        "Dear all,\nthank you for your patience.\n{}\nBest wishes,\nMo Miller\n",
        "{}\n-- \nMo Miller\nIf you can read this, I am not at my desk.\n",
        "{}\n\nOn Monday the game wrote:\n> I'd rather not:\n> If ann asks:\n",
        "{}\nfnord grue\nextned 24h\n",
        "Please do this:\n{}\n",
        "Please\n{}\n",
        "Sorry for the delay.\n{}\n",
    ],
)
def test_a_line_with_courtesies_signatures_and_slips_beside_it_is_done(one: ModeratedWorld, around: str) -> None:
    assert mo(one, around.format("extend 24h")).problems[:1] == ("extend",)


def test_a_day_in_a_line_that_waited_is_seen_from_when_it_was_written(one: ModeratedWorld) -> None:
    written = one.clock()
    assert "asked-beside" in mo(one, "If ann asks:\nset tomorrow 23:00\n").problems
    one.clock.wind(hours=20)
    mo(one, "yes\n")
    assert one.due()[:10] == str((written + timedelta(days=1)).date())


def test_a_line_that_waited_is_refused_as_it_would_have_been(one: ModeratedWorld) -> None:
    assert "asked-beside" in mo(one, "If ann asks:\nextend until Mars\n").problems
    assert mo(one, "yes\n").problems == ("refused",)
    assert "is neither a length nor a time" in one.reply()
    assert mo(one, "yes\n").problems == ("refused",)
    assert not facts(one, DeadlineMoved)
