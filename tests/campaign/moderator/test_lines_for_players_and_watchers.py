"""Lines by which the moderator submits a sheet for a seat, and says who watches."""

import pytest

from pbem.mail.deeds import lines as moderator_lines
from pbem.referee import submissions
from pbem.referee.people import words
from tests.campaign.moderator.world import ModeratedWorld


def mo(world: ModeratedWorld, text: str) -> tuple[str, ...]:
    """What became of the lines of an email of the moderator; what they submitted is judged after it."""
    world.clock.wind(minutes=1)
    world.mo(text)
    return next(one.problems for one in reversed(world.look().inbox.verdicts()) if one.state == "moderator")


@pytest.mark.parametrize(
    "text",
    [
        "submit ben\nbid: 2\n",
        "Submit a sheet for Ben:\n\nbid: 2\nend\nstatus\n",
        "submit ben\n---\nbid: 2\n...\n\nRegards\nMo\n",
    ],
)
def test_a_sheet_is_submitted_for_a_seat(one: ModeratedWorld, text: str) -> None:
    assert "submit" in mo(one, text)
    assert "The sheet counts as that of Ben" in one.reply()
    assert "You bid 2." in one.reply()
    game = one.look()
    assert submissions.last(game, game.stages("ben")[0]) > 0
    one.bid("ann", "cid")
    one.turn()
    assert one.pause.round == 2


def test_a_sheet_that_would_not_count_is_refused_with_what_is_wrong(one: ModeratedWorld) -> None:
    before = len(one.look().inbox.items())
    assert mo(one, "submit ben\nbidd: 2\nbod: 3\nend\nsubmit ben\nend\n") == ("refused",)
    assert "There is no key “bod” here" in one.reply()
    assert "write the sheet below the line `submit ben`" in one.reply()
    assert len(one.look().inbox.items()) == before + 1


def test_words_beside_a_sheet_that_leave_a_doubt_are_told(one: ModeratedWorld) -> None:
    assert mo(one, "submit ben\nI do NOT want to do this:\nbid: 2\nend\n") == ("refused",)
    assert "between a line `---` and a line `...`" in one.reply()
    assert mo(one, "submit ben\nwithdraw\nend\n") == ("submit",)


def test_a_line_of_a_sheet_that_looks_like_one_of_the_moderators_belongs_to_it() -> None:
    found = moderator_lines.read(["submit ben", "---", "hold: 3", "pass", "...", "hold"], bool, bool)
    assert [one.word for one in found if isinstance(one, moderator_lines.ModeratorLine)] == ["submit", "pause"]
    assert isinstance(found[0], moderator_lines.ModeratorLine)
    assert found[0].given["sheet"] == "---\nhold: 3\npass\n..."


def test_someone_watches_and_watches_no_longer(one: ModeratedWorld) -> None:
    assert mo(one, "watch Dan <dan@example.org>\n") == ("watch",)
    assert "dan@example.org was told so, and gets the public reports" in one.reply()
    assert [each.name for each in words.watchers(one.look())] == ["Dan"]
    assert any("report" in path.name for path in one.folder.glob("out/*"))
    assert mo(one, "remove watcher dan@example.org\n") == ("unwatch",)
    assert words.watchers(one.look()) == ()
    assert mo(one, "watch Ann <ann@example.org>\n") == ("refused",)
    assert "whose letters say more than the public report" in one.reply()
