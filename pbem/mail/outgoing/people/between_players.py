"""Emails with what players write to each other, each in the thread of its reader's letters and of nothing else."""

from collections.abc import Mapping

from pbem.mail.outgoing import notices
from pbem.mail.outgoing.telling import Notice, Telling
from pbem.referee.correspondence import between_players
from pbem.referee.correspondence.people import by_mail
from pbem.referee.game import Game
from pbem.referee.letters import subjects, wording
from pbem.report import layout
from pbem.store.facts.words import WordsPassed
from pbem.store.log import LogLine


def _hear(game: Game, line: LogLine, fact: WordsPassed) -> tuple[str, ...]:
    return tuple(seat for seat in fact.to if seat in game.titles and by_mail(game, seat))


def _passed_on(game: Game, line: LogLine, fact: WordsPassed, seat: str) -> Notice | None:
    text = between_players.text_of(game, fact)
    if not text:
        return None
    words = wording.words_for(game, game.view(seat), seat)
    writer = "" if fact.anonymous else layout.inline(game.titles[fact.sender])
    others = [layout.inline(game.titles[one]) for one in fact.to if one != seat]
    became = words.phrase("labels", "became-from-player", {"writer": writer})
    return Notice(
        subject=subjects.subject(game, words, game.stages(seat), seat, game.pause, became),
        content=notices.content(
            game,
            "words",
            seat,
            writer=writer,
            others=others,
            to_all=fact.to_all,
            lines=text.split("\n"),
            reads=not between_players.is_private(game),
        ),
        seat=seat,
    )


TELLINGS: Mapping[type, Telling] = {WordsPassed: Telling(_hear, _passed_on)}
