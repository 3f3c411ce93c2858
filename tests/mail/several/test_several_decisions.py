"""Several decisions of a seat in one step, over mail: one sheet, and each part of it by itself."""

import shutil
from pathlib import Path

import pytest

from pbem.mail.exchange import exchange
from pbem.mail.judges import HandledMail
from pbem.playtest.fuzz import fuzz
from pbem.playtest.recorded import replay
from pbem.referee.game import Rulesets
from pbem.referee.opening import held
from pbem.referee.play import apply_default, play_on
from pbem.referee.status import status
from tests.kit.world import ToyWorld
from tests.referee.killer import deaths, tree
from tests.toy.duet import CLAIMING, DUET, DUETS, PLAYTEST
from tests.toy.game import GAME_YAML, Clock, drop, mail, subject
from tests.toy.state import BidsRevealed

YAML = (
    GAME_YAML.replace("OUT", "{folder: out}")
    .replace("rounds: 1", "rounds: 2, players: 2")
    .replace("  cid: {player: Cid, address: cid@example.org}\n", "")
)
BOTH = "bid: {bid: 2}\nclaim: pass\n"


class World(ToyWorld):
    """A game with two seats: of duets, or of another kind."""

    def __init__(self, folder: Path, text: str = YAML, rulesets: Rulesets = DUETS) -> None:
        super().__init__(folder, text, rulesets)

    def send(self, seat: str, text: str, about: str = "") -> HandledMail:
        """What becomes of a mail of a seat."""
        self.clock.wind(hours=1)
        self.post(seat, text, about=f"Re: {about}" if about else None)
        return self.exchange()[0]

    def bids(self) -> object:
        """The bids that were opened last."""
        return [e.bids for entry in self.look().table.entries for e in entry.events if isinstance(e, BidsRevealed)][-1]

    def received(self, seat: str) -> list[str]:
        found = next(one for one in status(self.look(), self.clock).seats if one.seat == seat)
        return [f"{one.key}: {one.received}" for one in found.questions]


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World(tmp_path / "game")


def plain(text: str) -> str:
    return " ".join(text.split())


def test_the_letter_lists_each_question_and_one_form_asks_them_all(world: World) -> None:
    text = world.letter("ann")
    assert "1. Your bid in lap 1.\n   Bid how many points you mean to win.\n" in text
    assert "2. Your claim in lap 1.\n" in text
    assert "\nbid:\n  bid: 0\nclaim: pass\n...\n" in text
    assert subject(world.folder, "ann").startswith("[toy-1] Lap 1: your bid and 1 more by Wed 25 Nov 20:00 {")


def test_one_sheet_answers_all_and_each_is_said_back(world: World) -> None:
    done = world.send("ann", BOTH)
    assert done.verdict.state == "accepted"
    assert "- Your bid in lap 1: accepted.\n  You bid 2.\n" in done.answer
    assert "- Your claim in lap 1: accepted.\n  You leave the prize.\n" in done.answer
    assert "YOUR SHEET" not in done.answer
    assert world.received("ann") == ["1.bid: valid", "1.claim: passed"]
    assert world.send("ben", "bid: 1\nprize: no\n").verdict.state == "accepted"
    assert world.bids() == {"ann": 2, "ben": 1}


def test_the_form_as_it_stands_is_good(world: World) -> None:
    form = world.letter("ann").partition("\n--- #")[2].partition("\n...")[0]
    done = world.send("ann", f"--- #{form}\n...\n")
    assert done.verdict.state == "accepted"
    assert world.received("ann") == ["1.bid: passed", "1.claim: passed"]


def test_a_good_part_counts_though_another_is_faulty(world: World) -> None:
    done = world.send("ann", "bid: {bid: 9}\nclaim: {prize: yes}\n")
    assert (done.verdict.state, done.verdict.problems) == ("partly", ("bid-too-high",))
    assert "SHEET ACCEPTED IN PART" in done.answer
    assert "- Your bid in lap 1: refused, see below; still to do.\n" in done.answer
    assert "- Your claim in lap 1: accepted.\n" in done.answer
    assert "bid: {bid: 9}" in done.answer
    form = done.answer.partition("--- #")[2].partition("\n...")[0]
    own = [line for line in form.splitlines()[1:] if not line.startswith("#")]
    assert own == ["bid: {bid: 9}"]  # what counts is not in it, so as not to be undone by it
    assert world.received("ann") == ["1.bid: errors", "1.claim: valid"]
    world.send("ann", f"---\n{chr(10).join(own).replace('9', '2')}\n...\n")
    assert world.received("ann") == ["1.bid: valid", "1.claim: valid"]


def test_a_later_sheet_replaces_the_parts_that_it_has_and_no_other(world: World) -> None:
    world.send("ann", BOTH)
    done = world.send("ann", "bid: 3\n")
    assert "Your bid in lap 1: accepted; it replaces your answer of Saturday 21 November 2026, 10:00" in plain(
        done.answer
    )
    assert "Your claim in lap 1: not in this sheet; your answer of Saturday 21 November 2026" in plain(done.answer)
    wrong = world.send("ann", "bid: 7\n")
    assert wrong.verdict.state == "refused"
    assert "refused, see below; your answer of Saturday 21 November 2026, 11:00" in plain(wrong.answer)
    world.send("ben", BOTH)
    assert world.bids() == {"ann": 3, "ben": 2}


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("bid: {bid: 1}\nclaim: pass\nbid: {bid: 2}\n", ("doubled-key",)),
        ("bid: {bid: 1}\nclaims: pass\n", ("unknown-heading",)),
    ],
)
def test_what_is_unclear_is_told_and_not_guessed(world: World, text: str, codes: tuple[str, ...]) -> None:
    done = world.send("ann", text)
    assert (done.verdict.state, done.verdict.problems) == ("partly", codes)
    assert sum(state.endswith("errors") for state in world.received("ann")) == 1


def test_pass_answers_what_is_left_and_withdraw_takes_all_back(world: World) -> None:
    world.send("ann", "bid: 3\n")
    passed = world.send("ann", "pass\n")
    assert "You pass (your claim in lap 1)" in plain(passed.answer)
    assert world.received("ann") == ["1.bid: valid", "1.claim: passed"]
    gone = world.send("ann", "withdraw\n")
    assert "your bid in lap 1 and your claim in lap 1" in plain(gone.answer)
    assert world.received("ann") == ["1.bid: withdrawn", "1.claim: withdrawn"]
    told = plain(world.send("ann", "status\n").answer)
    assert "- Your bid in lap 1: still to do; you withdrew your answer. - Your claim in lap 1: still to do" in told


def test_a_claim_after_the_first_is_told_to_its_player_alone_that_it_came_too_late(world: World) -> None:
    world.send("ann", "claim: {prize: yes}\n")
    world.send("ben", "bid: 1\nclaim: {prize: yes}\n")
    world.send("ann", "bid: 0\n")
    assert world.look().table.state.score == {"ann": 1}
    said = "Your answer arrived after the question was closed, so it does not count."
    assert said in plain(world.letter("ben"))
    assert said not in plain(world.letter("ann"))
    assert said not in plain(world.letter("public"))


def test_a_question_that_a_claim_settled_is_no_more_waited_for(world: World) -> None:
    world.send("ann", "claim: {prize: yes}\nbid: 0\n")
    world.send("ben", "bid: 1\n")
    assert world.look().table.state.score == {"ann": 1}
    assert "Your bid in lap 2." in world.letter("ben")


def test_an_answer_to_the_letter_before_came_too_late(world: World) -> None:
    before = subject(world.folder, "ben")
    world.send("ann", BOTH)
    world.send("ben", BOTH)
    done = world.send("ben", "claim: {prize: yes}\nbid: 3\n", before)
    assert done.verdict.problems == ("outdated",)
    assert "Your bid in lap 1 and 1 more was settled before your sheet came." in plain(done.answer)
    assert world.received("ben") == ["2.bid: nothing", "2.claim: nothing"]


def test_a_question_that_follows_leaves_the_other_questions_of_the_letter_open(tmp_path: Path) -> None:
    """A public answer opens a further question: who answers the older letter is told which part came too late."""
    world = World(tmp_path / "game", YAML.replace("rounds: 2", f"rounds: {CLAIMING}"))
    before = subject(world.folder, "ann")
    world.send("ann", "claim: pass\n")
    world.send("ben", "claim: pass\n")
    assert subject(world.folder, "ann") != before
    done = world.send("ann", "claim: {prize: yes}\nbid: 3\n", before)
    assert (done.verdict.state, done.verdict.problems) == ("partly", ("settled",))
    assert "- Your claim in lap 0: too late; this was settled before your sheet came." in done.answer
    assert "- Your bid in lap 0: accepted.\n  You bid 3." in done.answer
    assert "- Your second thoughts in lap 0: not in this sheet; still to do." in plain(done.answer)


def test_the_moderator_answers_what_is_missing(world: World) -> None:
    world.send("ann", "bid: 3\n")
    world.send("ben", BOTH)
    with held(world.folder, DUETS) as game:
        apply_default(game, "ann", "silent", world.clock)
        assert play_on(game, world.clock) > 0
    assert world.bids() == {"ann": 3, "ben": 2}


@pytest.mark.slow
def test_killed_at_any_instant_no_part_of_a_sheet_is_lost_or_counts_twice(tmp_path: Path) -> None:
    world = World(tmp_path / "base")
    for number, seat in enumerate(("ann", "ben")):
        text = f"bid: {{bid: {number + 1}}}\nclaim: {{prize: yes}}\n"
        drop(world.folder, f"{seat}.eml", mail(f"{seat}@example.org", subject(world.folder, seat), text))

    def turn(folder: Path) -> None:
        with held(folder, DUETS) as game:
            exchange(game, Clock())

    work = tmp_path / "work"
    shutil.copytree(world.folder, work)
    turn(work)
    wanted, instant = tree(work), 0
    for instant, work in deaths(world.folder, tmp_path, turn):
        turn(work)
        found = tree(work)
        assert [name for name in wanted.keys() | found.keys() if wanted.get(name) != found.get(name)] == [], instant
    assert instant > 40


def test_random_games_answer_all_with_one_sheet_and_are_played_again() -> None:
    tally = fuzz(DUET, PLAYTEST, {"rounds": 3}, "s")
    assert not tally.failure
    assert tally.sheets == 9
    assert any("claim:" in sent.sheet and "bid:" in sent.sheet for sent in tally.recorded.sheets)
    assert DUET.outcome(replay(DUET, tally.recorded).state) == tally.outcome


def test_a_question_that_a_good_sheet_leaves_out_has_nothing_yet(world: World) -> None:
    world.send("ann", "claim: pass\n")
    assert world.received("ann") == ["1.bid: nothing", "1.claim: passed"]
