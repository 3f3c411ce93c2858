"""Which private messages a forum needs: what asks or tells something, and what the thread asks of all."""

from collections.abc import Iterator
from typing import Literal

from msgspec.structs import replace

from pbem.engine.event import PUBLIC, Event
from pbem.engine.play import asked
from pbem.engine.table import Entry, seen_events
from pbem.referee import letter
from pbem.referee.game import Game
from pbem.report.context import LetterContext
from pbem.report.tree import Content, parse
from pbem.report.words import tag
from pbem.store.log import Pause


def need_of_letter(game: Game, pause: Pause, seat: str) -> Literal["now", "later", ""]:
    """When the letter of *pause* goes to *seat*: it may ask for something, or tell what the thread does not."""
    _, about = letter.occasion(game, pause, seat)
    if about.said or about.overdue or about.missed or not about.previous or about.outcome is not None:
        return "now"
    openly = asked_openly(game, pause)
    if about.asked and not openly:
        return "now"
    if any([*_news(entry, seat)] != [*_news(entry, PUBLIC)] for entry in about.entries):
        return "later" if game.ruleset.news_waits and not about.asked else "now"
    waits = (game.outbox.envelope(ident) for ident in game.outbox.listed("post")) if about.asked else ()
    return "now" if any(one and one.waits == "news" and one.meant and one.meant[0] == seat for one in waits) else ""


def _news(entry: Entry, seat: str) -> Iterator[Event]:
    return (event for event in seen_events(entry, seat) if not event.repeats)


def asked_openly(game: Game, pause: Pause) -> str:
    """The tag of the orders that the report in the thread asks of all whom the game waits for; empty if letters do.

    A game says by a template which orders are asked so: it is filled in with what everyone may see.
    """
    if not game.settings.forum.by_hand or game.settings.channel != "forum":
        return ""
    waits = {(question.seat, question.key) for question in pause.waits if not question.bot}
    tags = {tag(one.takes) for one in asked(game.table.at(pause.entry)[0]) if (one.seat, one.key) in waits}
    words = letter.words_for(game, game.view(PUBLIC, pause.entry), PUBLIC)
    return next((code for code in tags if len(tags) == 1 and words.has_template(_template(code))), "")


def _template(code: str) -> str:
    return f"orders/{code}/openly.txt.j2"


def open_question(game: Game, pause: Pause) -> Content:
    """What the report of *pause* in the thread asks of all; nothing if letters do."""
    code = asked_openly(game, pause)
    if not code:
        return ()
    view = game.view(PUBLIC, pause.entry)
    words = letter.words_for(game, view, PUBLIC, posted=True)
    context = LetterContext(**letter.addressed(game, view, PUBLIC), me=PUBLIC)
    parts = {"asked": words.render(_template(code), context).strip("\n")}
    return parse(words.render("letters/openly.txt.j2", replace(context, parts=parts)))
