"""One Chromium, and a desk of one seat as a process of its own, for tests that point at a board."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
QUIET = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync", "--no-first-run"]
ROOT = Path(__file__).parents[3]

Serve = Callable[..., str]
"""Serves the game in a folder for a seat, by rulesets of tests if they are named, and says where."""


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        if os.environ.get("PBEM_SERVERS") == "required":
            pytest.fail("chromium is not installed, and PBEM_SERVERS=required")
        pytest.skip("chromium is not installed")
    with sync_playwright() as running:
        yield running.chromium.launch(executable_path=CHROMIUM, args=QUIET)


@pytest.fixture
def serve() -> Iterator[Serve]:
    running: list[subprocess.Popen[str]] = []

    def served(folder: Path, seat: str, rules: str = "") -> str:
        command = [sys.executable, "-m", "tests.web.board.app", str(folder), seat, *filter(None, [rules])]
        running.append(subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True))
        said = running[-1].stdout
        assert said
        return f"http://127.0.0.1:{int(said.readline())}/"

    yield served
    for each in running:
        each.terminate()
        each.communicate(timeout=60)
