"""A sheet that is pledged before the deadline and shown afterwards."""

import re
from datetime import timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbem.cli.seal import seal_command
from pbem.mail import judges
from pbem.mail.intake import pledges
from pbem.mail.intake.pledges import KeptSheet, NoPledge
from pbem.referee import submissions
from pbem.referee.game import Game
from pbem.store.facts import PledgeBroken, SheetPledged
from tests.forum.world import ForumWorld


class PledgeWorld(ForumWorld):
    def sheet(self, seat: str, bid: int) -> str:
        """The form of *seat*, filled in."""
        with self.game() as game:
            token = game.token(seat, *game.stages(seat)[0].put)
        return f"--- # [toy-1] your bid in lap 1 {{{token}}}\nbid: {bid}\n...\n"

    def kept(self, seat: str = "ann", bid: int = 1, **other: object) -> KeptSheet:
        return pledges.kept(self.sheet(seat, bid), str(other.get("seat", seat)), int(str(other.get("number", 1))))

    def why(self) -> list[str]:
        return [fact.why for fact in self.facts() if isinstance(fact, SheetPledged)]

    def counts(self, seat: str = "ann") -> tuple[object, ...]:
        """What counts of *seat* for what it is asked, and as of when."""
        with self.game() as game:
            found = submissions.counting(game, seat, *game.stages(seat)[0].put)
        return (found.order.bid, found.received) if found else ()

    def problem(self) -> tuple[str, ...]:
        return self.look().inbox.verdicts()[-1].problems

    def past_deadline(self) -> None:
        with self.game() as game:
            assert game.pause
            due = game.pause.due_for("ann")
        assert due
        self.clock.at = due + timedelta(minutes=10)


@pytest.fixture
def world(tmp_path: Path) -> PledgeWorld:
    return PledgeWorld(tmp_path / "game")


def test_a_revealed_sheet_counts_as_of_its_pledge(world: PledgeWorld) -> None:
    kept = world.kept()
    assert "bid" not in kept.line
    world.submit("ann", f"Here it is:\n{kept.line}\n")
    pledged = world.clock.at
    assert world.counts() == ()
    world.past_deadline()
    assert world.submit("ann", f"[code]{kept.text}[/code]") == "accepted"
    assert world.counts() == (1, pledged)
    assert world.why() == [""]


def test_its_player_is_told_once_that_it_is_recorded(world: PledgeWorld) -> None:
    kept = world.kept()
    for _ in range(2):
        world.submit("ann", kept.line)
        world.turn()
    (told,) = (post for post in world.tick() if "Your pledge" in post.text)
    assert told.seat == "ann"
    assert re.search(r"pledge:.*([0-9a-f]{64})", kept.line)[1] in told.text  # type: ignore[index]
    assert world.why() == [""]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("bid: 1", "bid: 2"),
        ("bid: 1", "bid: 1\npass: yes"),
        ("reveal: ", "reveal: 00"),
        ("{", "{aaaa-aaaa} {"),
        ("...", ""),
    ],
)
def test_a_sheet_that_was_changed_is_refused(world: PledgeWorld, old: str, new: str) -> None:
    kept = world.kept()
    world.submit("ann", kept.line)
    assert world.submit("ann", kept.text.replace(old, new)) == "refused"
    assert world.problem() in (("reveal-unmatched",), ("reveal-unread",))
    assert world.counts() == ()
    assert world.submit("ann", kept.text) == "accepted"


def test_what_a_forum_does_to_a_post_changes_no_sheet(world: PledgeWorld) -> None:
    kept = world.kept()
    world.submit("ann", f"[code]{kept.line}[/code]")
    lines = "\r\n".join(f"{line}  " for line in kept.text.splitlines())
    assert world.submit("ann", f"My orders.\r\n\r\n[code]{lines}[/code]\r\nGood luck, all.") == "accepted"


def test_a_pledge_that_another_copies_never_counts(world: PledgeWorld) -> None:
    kept = world.kept("ann")
    world.submit("ann", kept.line)
    world.submit("cid", kept.line)
    world.submit("cid", kept.line.replace(" ann ", " cid "))
    assert world.why() == ["", "seat", ""]
    assert world.submit("cid", kept.text) == "refused"
    assert world.counts("cid") == ()


def test_a_pledge_copied_before_its_owner_is_read_never_counts(world: PledgeWorld) -> None:
    kept = world.kept("ann")
    world.submit("cid", kept.line.replace(" ann ", " cid "))
    assert world.submit("cid", kept.text) == "refused"
    assert world.problem() == ("reveal-unmatched",)
    world.submit("ann", kept.line)
    assert world.submit("ann", kept.text) == "accepted"


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [("toy-1", "toy-2", "game"), ("r1", "r2", "letter"), (" ann ", " ben ", "seat"), ("pledge: ", "pledge: x", "game")],
)
def test_a_pledge_for_something_else_is_told(world: PledgeWorld, old: str, new: str, why: str) -> None:
    world.submit("ann", world.kept().line.replace(old, new))
    assert world.why() == [why]
    assert world.submit("ann", world.kept().text) == "refused"
    assert world.problem() == ("reveal-without-pledge",)
    world.turn()
    assert any("does not count" in post.text for post in world.waiting())


def test_a_part_of_a_pledge_is_told(world: PledgeWorld) -> None:
    world.submit("ann", world.kept().line[:-3])
    assert world.why() == ["unread"]


def test_of_two_pledges_the_last_counts(world: PledgeWorld) -> None:
    first, second = world.kept(bid=1), world.kept(bid=2)
    world.submit("ann", first.line)
    world.submit("ann", second.line)
    world.past_deadline()
    assert world.submit("ann", first.text) == "refused"
    assert world.problem() == ("reveal-of-earlier",)
    assert world.submit("ann", second.text) == "accepted"
    assert world.counts()[0] == 2


def test_a_pledge_replaces_the_sheet_before_and_a_sheet_the_pledge(world: PledgeWorld) -> None:
    assert world.submit("ann", world.sheet("ann", 3)) == "accepted"
    kept = world.kept()
    world.submit("ann", kept.line)
    assert world.counts() == ()
    assert world.submit("ann", world.sheet("ann", 2)) == "accepted"
    assert world.submit("ann", kept.text) == "refused"
    assert world.counts()[0] == 2


def test_a_pledge_after_the_deadline_does_not_count(world: PledgeWorld) -> None:
    kept = world.kept()
    world.past_deadline()
    world.submit("ann", kept.line)
    assert world.why() == ["late"]
    assert world.submit("ann", kept.text) == "refused"


def test_after_a_reveal_and_the_deadline_no_one_else_can_order(world: PledgeWorld) -> None:
    ann, cid = world.kept("ann"), world.kept("cid", 3)
    world.submit("ann", ann.line)
    world.submit("cid", cid.line)
    world.past_deadline()
    world.submit("ann", ann.text)
    assert world.submit("cid", world.sheet("cid", 4)) == "refused"
    assert world.problem() == ("after-reveals",)
    world.post("ben", world.sheet("ben", 4))
    world.turn()
    assert world.problem() == ("after-reveals",)
    assert world.submit("cid", cid.text) == "accepted"
    assert world.counts("cid")[0] == 3


def test_an_early_reveal_shuts_no_one_out(world: PledgeWorld) -> None:
    ann = world.kept("ann")
    world.submit("ann", ann.line)
    world.submit("ann", ann.text)
    assert world.submit("cid", world.sheet("cid", 4)) == "accepted"


def test_who_does_not_reveal_has_no_sheet_and_all_are_told(world: PledgeWorld) -> None:
    ann = world.kept("ann")
    world.submit("ann", ann.line)
    world.submit("cid", world.sheet("cid", 4))
    world.post("ben", world.sheet("ben", 4))
    world.turn()
    world.past_deadline()
    world.turn()
    assert not [fact for fact in world.facts() if isinstance(fact, PledgeBroken)]
    with world.game() as game:
        submissions.apply_default(game, game.stages("ann")[0], world.clock(), "time")
    for _ in range(2):
        world.turn()
    assert [fact.seat for fact in world.facts() if isinstance(fact, PledgeBroken)] == ["ann"]
    told = [post for post in world.tick() if "did not reveal it" in post.text]
    assert [post.seat for post in told] == [""]
    assert world.submit("ann", ann.text) == "refused"


def test_who_reveals_is_not_told_of(world: PledgeWorld) -> None:
    ann = world.kept("ann")
    world.submit("ann", ann.line)
    world.submit("ann", ann.text)
    world.submit("cid", world.sheet("cid", 4))
    world.post("ben", world.sheet("ben", 4))
    world.turn()
    world.turn()
    assert not [fact for fact in world.facts() if isinstance(fact, PledgeBroken)]
    with world.game() as game:
        (proof,) = pledges.proofs(game)
    assert proof.state == "accepted"
    assert proof.item
    assert proof.revealed
    assert proof.revealed > proof.pledge.at


def test_a_quoted_pledge_is_not_that_of_who_quotes_it(world: PledgeWorld) -> None:
    line = world.kept().line
    for text in (f"[quote]{line}[/quote]\nWell, well.", f"> {line}\nWell, well."):
        world.submit("ann", text)
    assert world.why() == []


class Killed(BaseException):
    pass


def test_killed_while_it_is_recorded_it_is_recorded_then(world: PledgeWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    world.submit("ann", world.sheet("ann", 3))
    kept = world.kept()
    with monkeypatch.context() as patch:

        def dies(*_args: object) -> None:
            raise Killed

        patch.setattr(Game, "note", dies)
        with pytest.raises(Killed):
            world.submit("ann", kept.line)
    assert world.why() == []
    world.submit("ann", kept.line)
    assert world.why() == [""]
    assert world.counts() == ()


def test_killed_at_its_reveal_it_counts_as_of_its_pledge(world: PledgeWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = world.kept()
    world.submit("ann", kept.line)
    pledged = world.clock.at
    world.past_deadline()
    with monkeypatch.context() as patch:

        def dies(*_args: object, **_more: object) -> None:
            raise Killed

        patch.setattr(judges, "judge", dies)
        with pytest.raises(Killed):
            world.submit("ann", kept.text)
    world.turn()
    assert world.counts() == (1, pledged)


def test_a_page_of_posts_has_pledges_beside_sheets(world: PledgeWorld) -> None:
    world.clock.wind(hours=1)
    at = f"{world.clock.at:%d %b %Y, %H:%M}"
    page = f"by ann_76 » {at}\n\n{world.kept().line}\n\n\nby Cid » {at}\n\n{world.sheet('cid', 2)}\n"
    with world.game() as game:
        found = judges.submit_page(game, page.encode(), world.clock)
    assert [one.fate for one in found] == ["no orders", "submitted"]
    assert "is recorded" in found[0].beside[0]
    assert world.why() == [""]


def test_what_is_pledged_needs_the_lines_of_its_form(world: PledgeWorld) -> None:
    for text in ("bid: 1\n", "---\nbid: 1\n...\n", world.sheet("ann", 1).replace("...", "")):
        with pytest.raises(NoPledge, match="copy both"):
            pledges.kept(text, "ann", 1)


def test_the_commands(world: PledgeWorld, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "sheet.yaml").write_text(world.sheet("ann", 1))
    monkeypatch.chdir(tmp_path)
    made = CliRunner().invoke(seal_command, ["commit", "sheet.yaml", "--seat", "ann", "--letter", "1"])
    assert made.exit_code == 0, made.output
    line = made.output.splitlines()[0]
    assert line.startswith("pledge: toy-1 r1 ann ")
    kept = (tmp_path / "pledge-ann-1.txt").read_text()
    world.submit("ann", line)
    assert world.submit("ann", kept) == "accepted"
    again = CliRunner().invoke(seal_command, ["commit", "sheet.yaml", "--seat", "ann", "--letter", "1"])
    assert isinstance(again.exception, NoPledge)
