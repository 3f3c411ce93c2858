"""Emails that tell a seat that its sheet does not count any more."""

from collections.abc import Mapping

from pbem.mail.outgoing import notices
from pbem.mail.outgoing.telling import Notice, Telling
from pbem.referee.correspondence.overtaken_sheets import overtaken
from pbem.referee.correspondence.people import by_mail
from pbem.referee.game import Game
from pbem.referee.letters import subjects, wording
from pbem.report.content import marks
from pbem.report.faults import says
from pbem.report.several import question
from pbem.store.facts.sheets import SheetNoLongerLegal
from pbem.store.log import LogLine


def _to(game: Game, line: LogLine, fact: SheetNoLongerLegal) -> tuple[str, ...]:
    return (fact.seat,) if fact.seat in game.titles and by_mail(game, fact.seat) else ()


def _notice(game: Game, line: LogLine, fact: SheetNoLongerLegal, seat: str) -> Notice | None:
    """What is wrong with the sheet now; nothing if another counts by then, or it is legal again."""
    wrong = next((problems for found, problems in overtaken(game) if found == fact), None)
    if wrong is None:
        return None
    words = wording.words_for(game, game.view(seat), seat)
    stage = next(one for one in game.stages(seat) if one.put == (fact.key, fact.asked))
    return Notice(
        subject=subjects.subject(
            game, words, game.stages(seat), seat, game.pause, words.phrase("labels", "became-overtaken")
        ),
        content=notices.content(
            game,
            "rulings/sheet-no-longer-legal",
            seat,
            asked=question(words, stage.decision, seat),
            faults=[marks.plain(says(words, "problems", problem)) for problem in wrong],
        ),
        seat=seat,
    )


TELLINGS: Mapping[type, Telling] = {SheetNoLongerLegal: Telling(_to, _notice)}
