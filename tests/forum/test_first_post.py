"""The first post of the thread: who plays, until when, how to answer, and where each report is."""

from pathlib import Path

from pbem.mail.outgoing.first_post import first_post
from pbem.report.forum import escaped, markdown
from pbem.report.tree import Line, Run, TextBlock
from tests.forum.world import ForumWorld

LINK = "https://forum.example.org/viewtopic.php?p=7#p7"


def test_it_names_seats_deadlines_the_proof_and_the_reports_that_were_posted(tmp_path: Path) -> None:
    world = ForumWorld(tmp_path / "game", "desk: https://desk.example.org\n")
    said = first_post(world.look())
    assert "ann_76" in said
    assert "Ben" in said
    assert "ben@example.org" not in said
    assert "Wednesday 20:00" in said
    assert "25 November 2026, 20:00" in said
    assert world.look().keys.commitment in said
    assert "https://desk.example.org" in said
    assert LINK not in said
    thread = next(post for post in world.waiting() if not post.seat)
    world.done(thread.number, LINK)
    assert LINK in first_post(world.look())


def test_an_address_in_a_post_stays_as_it_is() -> None:
    assert markdown(TextBlock(lines=(Line((Run("_a_ https://a.example/b_c"),)),))) == r"\_a\_ https://a.example/b_c"
    assert escaped(f"[b] {LINK} :)") == f"[[i][/i]b] {LINK} :[i][/i])"
