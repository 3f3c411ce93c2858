"""Seats of games on a desk: their links, their cookies and their forms, as a browser would have them."""

import html
import re
from collections.abc import Mapping
from pathlib import Path
from time import sleep, time
from typing import NamedTuple

from pbem.engine.ruleset import Ruleset
from pbem.mail.exchange import judge_and_play
from pbem.referee.game import Clock, Rulesets
from pbem.referee.opening import create, held
from tests.toy.game import GAME_YAML, RULESETS
from tests.web.serving import Answer, Desk

ADDRESS = "http://127.0.0.1"
"""Of a desk on this machine: whatever port it has."""
_FIELD = re.compile(r'<input type="(?:hidden|text)" name="([^"]+)" value="([^"]*)"')
_TEXT = re.compile(r"<textarea[^>]* name=\"text\"[^>]*>\n?(.*?)</textarea>", re.DOTALL)


def begun(folder: Path, clock: Clock, settings: str = GAME_YAML, rulesets: Rulesets = RULESETS) -> Path:
    """A game with a desk and its first letters."""
    create(folder, settings.replace("OUT", "{folder: out}") + f"desk: {ADDRESS}\n", rulesets)
    played(folder, clock, rulesets)
    return folder


def played(folder: Path, clock: Clock, rulesets: Mapping[str, Ruleset] = RULESETS) -> None:
    with held(folder, rulesets) as game:
        judge_and_play(game, clock)


def link_in(folder: Path, seat: str, number: int = 1) -> str:
    """The link in a letter, from the address of the desk on."""
    letter = (folder / "letters" / f"{number:04d}" / f"{seat}.txt").read_text(encoding="utf-8")
    found = re.search(rf"^  {re.escape(ADDRESS)}(/l/\S+)$", letter, re.MULTILINE)
    assert found, letter
    return found[1]


class Player(NamedTuple):
    """Someone whose browser has the cookie of a seat."""

    desk: Desk
    path: str
    cookie: str

    def page(self) -> Answer:
        return self.desk.ask(self.path, headers={"Cookie": self.cookie})

    def fields(self) -> dict[str, str]:
        """What the form on the page would send."""
        return fields_of(self.page().text)

    def act(self, action: str, fields: Mapping[str, str], **headers: str) -> Answer:
        return self.desk.post(f"{self.path}/{action}", fields, {"Cookie": self.cookie, **headers})

    def send(self, text: str) -> Answer:
        return self.act("send", {**self.fields(), "text": text})


def fields_of(page: str) -> dict[str, str]:
    found = {name: html.unescape(value) for name, value in _FIELD.findall(page)}
    text = _TEXT.search(page)
    return {**found, "text": html.unescape(text[1])} if text else found


def come_in(desk: Desk, link: str) -> Player:
    """Follow a link of a letter as a browser does."""
    assert desk.ask(link).status == 200
    got = desk.post(link, {})
    assert got.status == 303, got
    return Player(desk, got.headers["location"], got.headers["set-cookie"].partition(";")[0])


def another_second() -> None:
    """Wait for the next second: emails of the same words within one second are the same to the byte."""
    begun_in = int(time())
    while int(time()) == begun_in:
        sleep(0.02)
