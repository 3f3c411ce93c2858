"""Emails of a game of Maria as a player gets them: letters, receipts and an answer to an enquiry, as pages."""

import base64
from collections.abc import Mapping
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

import msgspec

from pbem.mail import judges
from pbem.mail.exchange import take_in
from pbem.mail.outgoing.letters import make_letters
from pbem.playtest.recorded import RecordedGame
from pbem.referee import opening
from pbem.referee.game import Game
from pbem.referee.opening import create
from pbem.referee.play import play_on
from pbem.settings.game import Pictures
from pbem_maria.ruleset import MARIA
from tests.maria.game_yaml import game_yaml
from tests.maria.test_golden import GOLDEN
from tests.report.golden_games import chance_of, recorded_game
from tests.toy.game import Clock, drop, mail

RULESETS = {"maria": MARIA}
GAME = GOLDEN / "23-winters"
SEAT, KEY = "maria-theresa", "2.austria"
"""Who reads the letters, and the decision at which the game stops."""
SHEETS = {
    "refused": """\
moves:
  - Traun: Linz
  - Neipperg: Grulich > Breslau
  - Karl von Lothringen: Brünn > Wien
  - Khevenhüller: Prga
  - Austrian train 9: Iglau
combat:
  all: {play: highest that wins, stop: losing 2 or less}
""",
    "accepted": "moves:\n  - Traun: Enns\n  - Neipperg: Grulich\n  - Austrian train 3: Deutsch-Brod\n",
    "reach": "reach Traun\n",
}
"""What she replies to the letter of her stage, by the kind of the answer."""


def real_letters(folder: Path) -> Mapping[str, str]:
    """The pages by kind, with two pictures in that of a stage's letter and in that about reach."""
    recorded = recorded_game(GAME)
    edition = f"{{scenario: advanced, edition: {recorded.settings['edition']}}}"
    text = game_yaml("vienna-1741", "advanced").replace("{scenario: advanced}", edition)
    with chance_of(recorded):
        create(folder / "game", text, RULESETS, recorded.secret)
        with opening.held(folder / "game", RULESETS) as game:
            return _pages(game, recorded)


def _pages(game: Game, recorded: RecordedGame) -> Mapping[str, str]:
    clock = Clock()
    before = _played(game, recorded, clock)
    found = {"first": _page(game, f"round-0001-{SEAT}"), "news": _page(game, f"round-{before:04d}-{SEAT}")}
    _choose_pictures(game, "fewer")
    make_letters(game)
    found["stage"] = _page(game, f"round-{before + 1:04d}-{SEAT}")
    subject = message_from_bytes(game.outbox.read(f"round-{before + 1:04d}-{SEAT}")[1], policy=policy.default)[
        "Subject"
    ]
    for kind, text in SHEETS.items():
        drop(game.folder, f"{kind}.eml", mail("anna@example.org", f"Re: {subject}", text), clock())
        (handled,) = take_in(game, clock).handled
        found[kind] = _page(game, f"receipt-{handled.verdict.item:04d}")
    return found


def _played(game: Game, recorded: RecordedGame, clock: Clock) -> int:
    """Play until the decision is asked for; return the round of the letters before, which asked her for nothing."""
    play_on(game, clock)
    rest = list(recorded.sheets)
    while (stage := game.stage(SEAT)) is None or stage.decision.key != KEY:
        make_letters(game)
        clock.wind(hours=48)
        asked = {(s, stage.decision.key) for s in game.titles if (stage := game.stage(s)) and stage.pending}
        for sent in [sheet for sheet in rest if (sheet.seat, sheet.key) in asked]:
            rest.remove(sent)
            _send(game, sent.seat, sent.sheet, clock)
        play_on(game, clock)
    return game.log.pauses[-2].round


def _send(game: Game, seat: str, text: str, clock: Clock) -> None:
    item, _ = game.inbox.keep(text.encode(), clock(), seat=seat, source=str(len(game.inbox.items())))
    judges.handle(game, item, clock)


def _choose_pictures(game: Game, pictures: Pictures) -> None:
    seat = msgspec.structs.replace(game.settings.seats[SEAT], pictures=pictures)
    game.settings = msgspec.structs.replace(game.settings, seats={**game.settings.seats, SEAT: seat})


def _page(game: Game, ident: str) -> str:
    """The HTML of an email, with its pictures in it."""
    email = message_from_bytes(game.outbox.read(ident)[1], policy=policy.default)
    page = {part.get_content_type(): part for part in email.walk()}["text/html"]
    assert isinstance(page, EmailMessage)
    html: str = page.get_content()
    for part in email.walk():
        if part.get_content_maintype() == "image" and isinstance(part, EmailMessage):
            source = base64.b64encode(part.get_content()).decode()
            html = html.replace(f"cid:{part['Content-ID'][1:-1]}", f"data:image/png;base64,{source}")
    assert "cid:" not in html
    return html
