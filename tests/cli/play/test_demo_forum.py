"""The demonstration as a thread: the same sheets as posts, in the terminal and as a page."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbem.cli.main import main
from pbem.demo.forum import PAGE, DemoPost


def demo(*args: str) -> str:
    result = CliRunner().invoke(main, ["demo", "--forum", *args], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    folder = tmp_path_factory.mktemp("demo") / "game"
    return folder, demo("--keep", str(folder))


def test_the_terminal_shows_who_writes_where_and_counts_it(kept: tuple[Path, str]) -> None:
    _, shown = kept
    for way in ("Anna to Eugen, private message", "Eugen to Anna, private message", "Eugen in the thread"):
        assert way in shown
    assert "horace in the thread" in shown
    assert "it is chat, and pbem leaves it alone" in shown
    assert "All is well: the receipt waits for the next message to this player." in shown
    assert "Turn 1: posts in the thread 3, private messages of Eugen " in shown
    assert "[code]" not in shown


def test_no_player_is_written_an_email(kept: tuple[Path, str]) -> None:
    folder, _ = kept
    sent = [path.read_bytes() for path in (folder / "post").rglob("*.eml")]
    assert not any(b"@wien.example" in mail or b"@potsdam.example" in mail for mail in sent)


def test_the_page_has_the_thread_apart_from_private_messages(kept: tuple[Path, str]) -> None:
    page = (kept[0] / PAGE).read_text(encoding="utf-8")
    thread, private = page.split('<section aria-labelledby="private">')
    assert thread.count("<article") == 7
    for said in ("all London talks of the game", "took Breslau"):
        assert said in thread
    for secret in ("Karl: 3", "drive: toward Liegnitz", "drawn: "):
        assert secret not in thread
    assert "Karl: 3" in private
    assert re.search(r"Older than this, and nothing to do:\s+Your orders[^.]* count: ", private)
    first = thread.split("</article>")[0]
    assert "Report 5, turn 2" in first
    assert "edited 18 January" in first
    assert {f'id="{name}"' in thread for name in re.findall(r'href="#(p\d+)"', first)} == {True}
    assert all((kept[0] / name).is_file() for name in re.findall(r'<img src="([^"]+)"', page))
    assert thread.count("<img") >= 4
    assert "<script" not in page
    assert not re.search(r"\[/?(?:b|u|i|list|code|quote)\]", page)


def test_words_are_shown_as_they_are_and_never_as_markup_of_the_page() -> None:
    post = DemoPost("Ann", "", "", None, "", "[b]1 < 2[/b] <script>\n[list]\n[*]a & b\n[/list]", 0)  # type: ignore[arg-type]
    assert post.html == "<b>1 &lt; 2</b> &lt;script&gt;\n<ul><li>a &amp; b\n</ul>"
    assert post.plain == "1 < 2 <script>\n- a & b"


def test_the_other_game_is_played_in_a_forum_too() -> None:
    assert "Harriet to Clio, private message" in demo("tnw")


def test_it_goes_with_no_desk() -> None:
    assert CliRunner().invoke(main, ["demo", "--forum", "--desk"]).exit_code == 2
