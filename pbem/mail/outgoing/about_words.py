"""What people said to each other, the moderator included, as emails."""

from collections.abc import Mapping

from msgspec.structs import replace

from pbem.mail.message.received import ReceivedMail, opened
from pbem.mail.outgoing import writing
from pbem.mail.outgoing.writing import Notice, Telling
from pbem.referee import letter
from pbem.referee.game import Game
from pbem.referee.people.appeals import overtaken
from pbem.referee.people.words import is_private, text_of, tidied, watcher_at
from pbem.report import plain, tree
from pbem.report.letter import question
from pbem.report.returned_sheet import says
from pbem.report.words import Plain
from pbem.store import encryption
from pbem.store.facts import (
    AppealMade,
    AppealSettled,
    SheetNoLongerLegal,
    WatchBegun,
    WatchEnded,
    WordsAnnounced,
    WordsAnswered,
    WordsPassed,
    WordsTold,
)
from pbem.store.log import LogLine


def _made(game: Game, fact: AppealSettled) -> AppealMade | None:
    return next((one for one in game.facts if isinstance(one, AppealMade) and one.item == fact.item), None)


def _to(game: Game, line: LogLine, fact: AppealSettled) -> tuple[str, ...]:
    made = _made(game, fact)
    return (made.seat,) if made and made.seat in game.titles and game.settings.reach(made.seat) else ()


def _settled(game: Game, line: LogLine, fact: AppealSettled, seat: str) -> Notice | None:
    made = _made(game, fact)
    lines = made.text.split("\n") if made and made.text else []
    number = made.round if made else 0
    return writing.to_seat(
        game, seat, "settled", "rulings/appeal-settled", how=fact.how, reason=fact.reason, round=number, lines=lines
    )


APPEALS: Mapping[type, Telling] = {AppealSettled: Telling(_to, _settled)}


def _to_its_seat(game: Game, line: LogLine, fact: SheetNoLongerLegal) -> tuple[str, ...]:
    return (fact.seat,) if fact.seat in game.titles and game.settings.reach(fact.seat) else ()


def _sheet_notice(game: Game, line: LogLine, fact: SheetNoLongerLegal, seat: str) -> Notice | None:
    """What is wrong with the sheet now; nothing if another counts by then, or it is legal again."""
    wrong = next((problems for found, problems in overtaken(game) if found == fact), None)
    if wrong is None:
        return None
    words = letter.words_for(game, game.view(seat), seat)
    stage = next(one for one in game.stages(seat) if one.put == (fact.key, fact.asked))
    faults = [tree.plain(says(words, "problems", problem)) for problem in wrong]
    asked = question(words, stage.decision, seat)
    return writing.to_seat(game, seat, "overtaken", "rulings/sheet-no-longer-legal", asked=asked, faults=faults)


SHEETS: Mapping[type, Telling] = {SheetNoLongerLegal: Telling(_to_its_seat, _sheet_notice)}


def _hear(game: Game, line: LogLine, fact: WordsPassed) -> tuple[str, ...]:
    return tuple(seat for seat in fact.to if seat in game.titles and game.settings.reach(seat))


def _passed_on(game: Game, line: LogLine, fact: WordsPassed, seat: str) -> Notice | None:
    text = text_of(game, fact)
    if not text:
        return None
    writer = "" if fact.anonymous else plain.inline(game.titles[fact.sender])
    others = [plain.inline(game.titles[one]) for one in fact.to if one != seat]
    return writing.to_seat(
        game,
        seat,
        "from-player",
        "words",
        {"writer": writer},
        writer=writer,
        others=others,
        to_all=fact.to_all,
        lines=text.split("\n"),
        reads=not is_private(game),
    )


PLAYERS_WORDS: Mapping[type, Telling] = {WordsPassed: Telling(_hear, _passed_on)}


_WATCHER = "watcher"
_MOST_QUOTED = 40
"""The most lines of an email that its answer quotes."""


def _hear_announced(game: Game, line: LogLine, fact: WordsAnnounced) -> tuple[str, ...]:
    return tuple(seat for seat in game.titles if fact.now and game.settings.reach(seat))


def _hear_told(game: Game, line: LogLine, fact: WordsTold) -> tuple[str, ...]:
    return (fact.seat,) if fact.now and fact.seat in game.titles and game.settings.reach(fact.seat) else ()


def _hear_answer(game: Game, line: LogLine, fact: WordsAnswered) -> tuple[str, ...]:
    if fact.address and watcher_at(game, fact.address):
        return (_WATCHER,)
    return (fact.seat,) if fact.seat in game.titles and game.settings.reach(fact.seat) else ()


def _announced(game: Game, line: LogLine, fact: WordsAnnounced, seat: str) -> Notice:
    return _notice(game, seat, "all", fact.text)


def _told(game: Game, line: LogLine, fact: WordsTold, seat: str) -> Notice:
    return _notice(game, seat, "you", fact.text)


def _answered(game: Game, line: LogLine, fact: WordsAnswered, reader: str) -> Notice:
    """The reply to an email, which quotes it to who wrote it and to no one who holds the seat since then."""
    seat, item = "" if reader == _WATCHER else reader, game.inbox.numbered(fact.item)
    address = game.settings.seats[seat].address if seat else fact.address
    readable = item is not None and item.is_mail and encryption.readable(item.path, game.identity)
    incoming = opened(encryption.read(item.path, game.identity)) if item and readable else None
    theirs = incoming is not None and incoming.sender.casefold() == address.casefold()
    zone = game.settings.zone_of(seat).name
    time = letter.words_for(game, game.view(seat), seat).moment(item.arrived, zone) if item else ""
    quoted = own_words(incoming) if incoming and theirs else []
    said = _notice(game, seat, "answer", fact.text, quoted=quoted, number=fact.item, time=time)
    if incoming and theirs:
        said = replace(said, answers=incoming.message_id, references=incoming.references)
    return said if seat else replace(said, address=fact.address)


def own_words(incoming: ReceivedMail) -> list[str]:
    """The lines that the writer of an email wrote to people, as many as may be quoted back."""
    lines = tidied(incoming.found.words).split("\n")
    return [*lines[:_MOST_QUOTED], *(["…"] if len(lines) > _MOST_QUOTED else [])] if lines != [""] else []


def _notice(game: Game, seat: str, how: str, text: str, **more: Plain) -> Notice:
    says: dict[str, Plain] = {"quoted": [], "number": 0, "time": "", "how": how, "lines": text.split("\n"), **more}
    if not seat:
        return Notice(writing.subject(game, "said"), writing.content(game, "said", "", how == "all", **says))
    return writing.to_seat(game, seat, "said", "said", **says)


MODERATORS_WORDS: Mapping[type, Telling] = {
    WordsAnnounced: Telling(_hear_announced, _announced, lambda _fact: True),
    WordsTold: Telling(_hear_told, _told),
    WordsAnswered: Telling(_hear_answer, _answered),
}


def _begun_to(game: Game, line: LogLine, fact: WatchBegun) -> tuple[str, ...]:
    watcher = watcher_at(game, fact.address)
    return (_WATCHER,) if watcher and watcher.line == line.seq else ()


def _ended_to(game: Game, line: LogLine, fact: WatchEnded) -> tuple[str, ...]:
    return (_WATCHER,) if fact.by != "bounce" else ()


def _begun(game: Game, line: LogLine, fact: WatchBegun, _reader: str) -> Notice:
    return _watcher_notice(game, "watch-begun", fact.address, fact.name, by=fact.by)


def _ended(game: Game, line: LogLine, fact: WatchEnded, _reader: str) -> Notice:
    return _watcher_notice(game, "watch-ended", fact.address, "", by=fact.by)


def _watcher_notice(game: Game, name: str, address: str, called: str, *, by: str) -> Notice:
    content = writing.content(game, "watching", how=name, by=by)
    return Notice(subject=writing.subject(game, name), content=content, address=address, name=called)


WATCHERS: Mapping[type, Telling] = {
    WatchBegun: Telling(_begun_to, _begun),
    WatchEnded: Telling(_ended_to, _ended),
}
