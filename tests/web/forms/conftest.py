"""Games at the questions that forms are tested on, each with a server of its own page, and one Chromium."""

import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from pbem_maria.menu.offers import neighbours
from tests.maria.game_yaml import game_yaml
from tests.report.browser.conftest import browser
from tests.tnw.replay.sheet_game import game_yaml as war_yaml
from tests.web.forms.app import RULES
from tests.web.forms.games import game_at

__all__ = ["browser"]


def _near(decision: Any, view: Any) -> bool:
    if decision.takes.__name__ != "StageOrders" or view.turn < 2:
        return False
    pair = neighbours(view, decision.seat)
    return bool(pair) and view.board.distance(view.at[pair[0]], view.at[pair[1]]) == 2


QUESTIONS: dict[str, tuple[str, Callable[[Any, Any], bool]]] = {
    "winter": (game_yaml("winter", "advanced"), lambda decision, _: decision.takes.__name__ == "WinterOrders"),
    "politics": (
        game_yaml("politics", "advanced"),
        lambda decision, view: decision.takes.__name__ == "PoliticsOrders" and bool(view.political),
    ),
    "stage": (game_yaml("stage", "advanced"), _near),
    "war": (war_yaml(3), lambda decision, _: decision.takes.__name__ == "RoundOrders"),
}


class Pages:
    """Games that are served, by their names; each is played up to its question when it is first wanted."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.running = folder, dict[str, tuple[str, subprocess.Popen[bytes]]]()
        self.seats = dict[str, str]()

    def at(self, name: str) -> str:
        """The address of the page of the game called *name*."""
        if name not in self.running:
            yaml, wanted = QUESTIONS[name]
            seat = self.seats[name] = game_at(self.folder / name, yaml, RULES, wanted)
            with socket.socket() as free:
                free.bind(("127.0.0.1", 0))
                port = free.getsockname()[1]
            command = (sys.executable, "-m", "tests.web.forms.app", str(self.folder / name), seat, str(port))
            process = subprocess.Popen(command, cwd=Path(__file__).parents[3])
            self.running[name] = f"http://127.0.0.1:{port}/", process
            _wait_for(self.running[name][0])
        return self.running[name][0]


def _wait_for(address: str) -> None:
    for _ in range(600):
        try:
            urllib.request.urlopen(address, timeout=30)
        except (urllib.error.URLError, ConnectionError):
            time.sleep(0.1)
        else:
            return
    pytest.fail("the page of forms does not answer")


@pytest.fixture(scope="package")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pages]:
    made = Pages(tmp_path_factory.mktemp("forms"))
    yield made
    for _, process in made.running.values():
        process.terminate()
        process.wait(timeout=30)
