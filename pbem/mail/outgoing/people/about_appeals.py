"""Emails that tell a player what became of an appeal."""

from collections.abc import Mapping

from pbem.mail.outgoing import notices
from pbem.mail.outgoing.telling import Notice, Telling
from pbem.referee.correspondence.people import by_mail
from pbem.referee.game import Game
from pbem.referee.letters import subjects, wording
from pbem.store.facts.appeals import AppealMade, AppealSettled
from pbem.store.log import LogLine


def _made(game: Game, fact: AppealSettled) -> AppealMade | None:
    return next((one for one in game.facts if isinstance(one, AppealMade) and one.item == fact.item), None)


def _to(game: Game, line: LogLine, fact: AppealSettled) -> tuple[str, ...]:
    made = _made(game, fact)
    return (made.seat,) if made and made.seat in game.titles and by_mail(game, made.seat) else ()


def _settled(game: Game, line: LogLine, fact: AppealSettled, seat: str) -> Notice | None:
    made = _made(game, fact)
    words = wording.words_for(game, game.view(seat), seat)
    became = words.phrase("labels", "became-settled")
    return Notice(
        subject=subjects.subject(game, words, game.stages(seat), seat, game.pause, became),
        content=notices.content(
            game,
            "rulings/appeal-settled",
            seat,
            how=fact.how,
            reason=fact.reason,
            round=made.round if made else 0,
            lines=made.text.split("\n") if made and made.text else [],
        ),
        seat=seat,
    )


TELLINGS: Mapping[type, Telling] = {AppealSettled: Telling(_to, _settled)}
