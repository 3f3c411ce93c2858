"""The email that reminds a seat: short, with the form, and the same token as its letter."""

from datetime import datetime

from msgspec.structs import replace

from pbem.mail.outgoing.telling import Notice, Telling
from pbem.referee.game import Game
from pbem.referee.ladder.steps import steps_to_come
from pbem.referee.letters import missed, subjects, wording
from pbem.referee.letters.present import present_context, question_state
from pbem.referee.status import seat_status
from pbem.referee.timekeeping.reminders import is_of_now
from pbem.report.content.parse import parse
from pbem.report.content.tree import Content
from pbem.report.words import Words
from pbem.store.facts.reminders import Reminded
from pbem.store.log import LogLine


def _to(_game: Game, _line: LogLine, fact: Reminded) -> tuple[str, ...]:
    return (fact.seat,)


def _notice(game: Game, line: LogLine, fact: Reminded, seat: str) -> Notice | None:
    """The reminder, unless something came before it could go."""
    if not is_of_now(game, fact, line.at):
        return None
    words = wording.words_for(game, game.view(seat), seat)
    became = words.phrase("labels", "became-reminder")
    subject = subjects.subject(game, words, game.stages(seat), seat, game.pause, became, fact.due)
    return Notice(subject, _content(game, words, fact, line.at), seat)


TELLING = Telling(_to, _notice)


def _content(game: Game, words: Words, fact: Reminded, at: datetime) -> Content:
    seat, stages = fact.seat, game.stages(fact.seat)
    found = seat_status(game, seat, lambda: at)
    context = present_context(game, words, seat, stages, game.view(seat), at)
    asked = {stage.put: stage for stage in stages}
    came = {verdict.item: verdict for verdict in game.inbox.verdicts() if verdict.seat == seat}
    states = [
        question_state(words, asked[put], one, context, at, came[one.counts].received if one.counts in came else None)
        for one in found.questions
        if (put := (one.key, one.since)) in asked
    ]
    newest, doubted = came.get(found.newest or 0), came.get(found.doubted or 0)
    context = replace(
        context,
        states=states if len(states) > 1 else [],
        received=found.received.replace(" ", "-"),
        newest_at=newest.received if newest else None,
        doubted_at=doubted.received if doubted else None,
        left=left(words, fact.due, at) if fact.due > at else "",
        missed=missed.to_come(game, words, seat, steps_to_come(game, seat, at)),
        wrong=newest.wrong if newest and newest.state in ("refused", "partly") else "",
        moderator=wording.moderator(game),
        own_hold=wording.own_hold(game, words, stages, at, game.pause.due_for(seat) if game.pause else None),
        press=wording.press(game, words, seat),
    )
    return parse(words.render("letters/reminder.txt.j2", context))


def left(words: Words, due: datetime, at: datetime) -> str:
    """How long it is from *at* until *due*, as people say it."""
    minutes = max(1, round((due - at).total_seconds() / 60))
    hours = round(minutes / 60)
    return words.phrase("labels", "time-left", {"minutes": minutes, "hours": hours, "days": hours // 24})
