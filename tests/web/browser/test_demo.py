"""`pbem demo --desk` as a process: its links open in a browser, the game plays on, and nothing is left behind."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest
from click.testing import CliRunner
from playwright.sync_api import Browser, expect

from pbem.cli.main import main
from tests.web.warm import ROOT

pytestmark = pytest.mark.slow


class Demo(NamedTuple):
    """What the command has printed, and its process."""

    printed: str
    process: subprocess.Popen[str]

    def link(self, of: str) -> str:
        found = re.search(rf"^{re.escape(of)}.*\n  (http://\S+)$", self.printed, re.MULTILINE)
        assert found, self.printed
        return found[1]

    def new_link(self, of: str) -> str:
        """The link that is printed when the game has played on again."""
        assert self.process.stdout
        again = False
        for line in iter(self.process.stdout.readline, ""):
            again = again or line.startswith("The game has played on")
            if again and line.startswith(of):
                return self.process.stdout.readline().strip()
        pytest.fail("no link was printed")

    def stop(self) -> int:
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(timeout=60)


@contextmanager
def demo(temporary: Path, *options: str) -> Iterator[Demo]:
    process = subprocess.Popen(
        (sys.executable, "-m", "pbem.cli.main", "demo", "--desk", *options),
        cwd=ROOT,
        env={**os.environ, "TMPDIR": str(temporary)},
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    assert process.stdout
    try:
        lines: list[str] = []
        for line in iter(process.stdout.readline, ""):
            lines.append(line)
            if "Ctrl-C" in line:
                break
        yield Demo("".join(lines), process)
    finally:
        if process.poll() is None:
            process.kill()
            process.wait(timeout=60)
        process.stdout.close()


def test_its_links_open_and_the_game_plays_on(browser: Browser, tmp_path: Path) -> None:
    with demo(tmp_path) as shown, browser.new_context() as context:
        assert "Maria Theresa (Anna): the game is waiting for you" in shown.printed
        pages = {}
        for title in ("Maria Theresa", "Frederick", "Louis XV"):
            pages[title] = context.new_page()
            pages[title].goto(shown.link(title))
            pages[title].wait_for_url("**/s/vienna-1741/*")
            assert title in pages[title].inner_text("body")
        public = context.new_page()
        answer = public.goto(shown.link("The public page"))
        assert answer
        assert answer.status == 200
        moderator = context.new_page()
        moderator.goto(shown.link("The moderator's page"))
        moderator.get_by_role("button").first.click()
        assert "vienna-1741" in moderator.inner_text("body")

        anna = pages["Maria Theresa"]
        lines = anna.locator("[data-happened] li:visible")
        assert lines.count() == 3
        anna.locator("[data-happened] summary").click()
        assert lines.count() > 4
        anna.locator("#text").fill("moves: []\n")
        anna.locator("#bar button").click()
        expect(anna.locator("#told")).to_contain_text("It counts")
        expect(anna.locator("#told h2").first).to_have_text("The game has moved on", timeout=30000)
        expect(anna.locator("#told")).to_contain_text("Play continued with what you sent")
        expect(anna.locator("#told")).to_contain_text("It counts")
        expect(anna.locator("#told")).not_to_contain_text("so play continues with this")
        again = context.new_page()
        again.goto(anna.url)
        again.locator("#bar button").click()
        expect(again.locator("#told")).to_contain_text("open your newest link")
        newest = anna.get_by_role("link", name="Show what is new")
        assert shown.new_link("Maria Theresa") == newest.evaluate("link => link.href")
        newest.click()
        anna.wait_for_url("**/s/vienna-1741/*")
        expect(anna.locator("h1")).to_have_text("Your hussars for turn 2")
        expect(anna.locator("#token")).to_have_count(0)

        chloe = pages["Louis XV"]
        chloe.bring_to_front()
        assert chloe.locator("h1").inner_text() == "Louis XV: nothing to do now"
        anna.locator("#bar button").click()
        expect(anna.locator("#told")).to_contain_text("It counts")
        chloe.goto(shown.new_link("Louis XV"))
        expect(chloe.locator("#bar button")).to_be_visible()

        (folder,) = tmp_path.glob("pbem-demo-*")
        assert list((folder / "post" / "out").iterdir())
        assert shown.stop() == 0
        assert not list(tmp_path.iterdir())


def test_another_game_is_kept_where_one_says(browser: Browser, tmp_path: Path) -> None:
    with demo(tmp_path, "tnw", "--keep", str(tmp_path / "mine")) as shown, browser.new_context() as context:
        page = context.new_page()
        page.goto(shown.link("Britain"))
        page.wait_for_url("**/s/*/britain")
        assert shown.stop() == 0
    assert (tmp_path / "mine" / "log.jsonl").exists()
    assert [path.name for path in tmp_path.iterdir()] == ["mine"]


@pytest.mark.parametrize("options", [("--desk", "--json"), ("--desk", "--full"), ("--port", "8000")])
def test_options_that_do_not_go_together_are_refused(options: tuple[str, ...]) -> None:
    assert CliRunner().invoke(main, ["demo", *options]).exit_code == 2
