"""Twin worlds on the desk: what a seat may not know is changed, and every response to it stays the same to the byte."""

import re
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode

import pytest
from selectolax.lexbor import LexborHTMLParser

from pbem.referee import opening
from pbem.referee.people import changes
from pbem_maria.ruleset import MARIA
from tests.maria.secrecy import test_twin_worlds as twins
from tests.web.seats import ADDRESS, Player, come_in, fields_of
from tests.web.serving import Answer, Desk, serving

pytestmark = pytest.mark.slow
_NONCE = re.compile(rb'(name="(?:nonce|mine)" value=")[0-9a-f]{32}')
_THING = re.compile(r'data-thing="([^"]+)"')
_PICTURE = re.compile(r'(?:src|href|data-src|data)="(/s/[^"]+\.(?:png|svg))"')
STILL = "tests.web.still_pbem"
GOOD = "moves:\n  - Belle-Isle: Pilsen\n"


def bare(got: Answer) -> tuple[int, Mapping[str, str], bytes]:
    """A response without its time and the random word of its page, and what follows from that."""
    headers = {name: value for name, value in got.headers.items() if name != "date"}
    return got.status, headers, _NONCE.sub(rb"\1", got.body)


def world(folder: Path, watched: str, sheets: dict[str, str]) -> None:
    """A world in which the first turn is over, at a desk."""
    twins.play_until_turn_one_is_over(folder, sheets, watched)
    settings = folder / "game.yaml"
    settings.write_text(settings.read_text("utf-8") + f"\ndesk: {ADDRESS}\n", "utf-8")


def told(desk: Desk, folder: Path, seat: str) -> Iterator[tuple[str, Answer]]:
    """What the desk answers to *seat*, and to everyone."""
    game = opening.look(folder, {"maria": MARIA})
    link = changes.desk_link(game, seat, game.stages(seat)).removeprefix(ADDRESS)
    yield "front", desk.ask("/")
    yield "public", desk.ask(f"/g/{game.name}/")
    yield "link", desk.ask(link)
    yield "cookie", desk.post(link, {})
    player = come_in(desk, link)
    page = player.page()
    yield "page", page
    yield "state", desk.ask(f"{player.path}/state", headers={"Cookie": player.cookie})
    for path in sorted(set(_PICTURE.findall(page.text))):
        picture = desk.ask(path, headers={"Cookie": player.cookie})
        yield path, picture
        for thing in sorted(set(_THING.findall(picture.text)))[::7]:
            about = f"{player.path}/board/facts?{urlencode({'thing': thing})}"
            yield about, desk.ask(about, headers={"Cookie": player.cookie})
    yield from _pressed(player, page.text)
    yield from _done(player)


def _pressed(player: Player, page: str) -> Iterator[tuple[str, Answer]]:
    """Each button by which something is chosen, and some of those that come up then."""
    fields = player.fields()
    for chosen in _buttons(page, "select"):
        got = player.act(*chosen.sent(fields))
        yield f"{chosen}", got
        for choice in _buttons(got.text, "choice")[::5]:
            yield f"{chosen} {choice}", player.act(*choice.sent({**fields, **fields_of(got.text)}))
    for change in _buttons(page, "form")[::3]:
        yield f"{change}", player.act(*change.sent(fields))


class Button(NamedTuple):
    """A button of a page: where it sends the form, and what it says there."""

    action: str
    name: str
    value: str

    def sent(self, fields: Mapping[str, str]) -> tuple[str, dict[str, str]]:
        """What pressing it sends."""
        return self.action, {**fields, self.name: self.value}


def _buttons(page: str, action_or_name: str) -> list[Button]:
    found = (node.attributes for node in LexborHTMLParser(page).css("button[name][formaction]"))
    made = [
        Button((each["formaction"] or "").rpartition("/")[2], each["name"] or "", each["value"] or "") for each in found
    ]
    return [each for each in made if action_or_name in (each.name, each.action)]


def _done(player: Player) -> Iterator[tuple[str, Answer]]:
    fields = player.fields()
    for text in (twins.FAULTY, GOOD, fields.get("text", "")):
        for action in ("check", "better", "try"):
            yield f"{action} {text}", player.act(action, {**fields, "text": text})
            yield f"{action} {text} again", player.act(action, {**fields, "text": text}, **{"HX-Request": "true"})
    for subject in ("0 general neipperg", "0 general friedrich", "nothing"):
        yield f"subject {subject}", player.act("check", {**fields, "subject": subject})
    yield "again", player.act("again", fields)
    yield "send", player.act("send", {**fields, "text": twins.FAULTY})
    for command in ("hold", "release", "extend", "pass", "withdraw"):
        yield command, player.act("command", {**player.fields(), "command": command, "length": "24h"})
    yield "state afterwards", player.desk.ask(f"{player.path}/state", headers={"Cookie": player.cookie})


@pytest.mark.parametrize("watched", ["louis", "maria-theresa"])
def test_a_seat_cannot_tell_twin_worlds_apart_on_the_desk(
    watched: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = {watched: twins.SET_UP[watched][0]}
    world(tmp_path / "one" / "game", watched, {seat: twins.SET_UP[seat][0] for seat in twins.SET_UP} | own)
    monkeypatch.setattr("pbem.engine.table.Chance", twins.other_chance(twins.DRAWN[watched]))
    world(tmp_path / "two" / "game", watched, {seat: twins.SET_UP[seat][1] for seat in twins.SET_UP} | own)
    monkeypatch.undo()

    with ExitStack() as stack:
        desks = [stack.enter_context(serving(tmp_path / name, module=STILL)) for name in ("one", "two")]
        one, two = (
            dict(told(desk, tmp_path / name / "game", watched))
            for desk, name in zip(desks, ("one", "two"), strict=True)
        )

    games = [opening.look(tmp_path / name / "game", {"maria": MARIA}) for name in ("one", "two")]
    others = [seat for seat in games[0].titles if seat != watched]
    assert any(games[0].view(seat) != games[1].view(seat) for seat in others), "the worlds were the same"
    assert len(one) >= 20
    if any(stage.pending for stage in games[0].stages(watched)):
        assert {"choose", "form"} <= {word for what in one for word in re.findall(r"action='(\w+)'", what)}
    assert one.keys() == two.keys()
    for what, got in one.items():
        assert bare(got) == bare(two[what]), what
    assert {got.status for got in one.values()} <= {200, 303, 304}
