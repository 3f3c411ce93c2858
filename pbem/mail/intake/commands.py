"""Commands by mail: a few plain words, each carried out once however often its email is read, and answered privately.

All that a command does is kept under its inbox item, so that carrying it out again changes nothing.
"""

from collections.abc import Callable, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from pbem.engine.picture import Picture
from pbem.mail.extraction.command import HARMLESS, TRY, CommandMisread, MailCommand, dated, parse
from pbem.mail.extraction.languages import COMMANDS
from pbem.mail.intake import questions, requests
from pbem.mail.intake.forms import asking
from pbem.mail.intake.replies import CommandCase, CommandReply, CommandRequest
from pbem.referee import enquiries, letter
from pbem.referee.game import Clock, Game
from pbem.referee.submissions import RequestOrigin
from pbem.report.context import ReplySection
from pbem.report.plain import text
from pbem.report.tree import Content
from pbem.report.tree import parse as parsed
from pbem.report.words import Words

WAITS = "waits"
MOST = 20
"""The commands of one email that are carried out."""
_OBEY: Mapping[str, Callable[[CommandCase, MailCommand], CommandReply]] = {
    word: getattr(module, name)
    for word in COMMANDS
    for module in (questions, requests)
    for name in (word, f"{word}_")
    if getattr(getattr(module, name, None), "__module__", "") == module.__name__
}
"""What each command does: the function of its name."""
_TELLING = HARMLESS | {TRY}
"""These change nothing, as enquiries do, and their answers go to the seat's own address whoever asks."""
_SETTLE: Mapping[str, Callable[[CommandCase], CommandReply | None]] = {
    "yes": requests.confirm,
    "no": requests.decline,
}


class CommandOutcome(msgspec.Struct, frozen=True):
    """The one answer to the commands of an email: its whole subject, what it says, and what became of each in a word.

    *passed* says that the submission that counts for the seat is now this item's.
    """

    subject: str
    content: Content
    codes: tuple[str, ...]
    passed: bool = False
    pictures: tuple[Picture, ...] = ()

    @property
    def text(self) -> str:
        """What it says, as plain text."""
        return text(self.content)


def run_commands(
    game: Game, asked: CommandRequest, lines: Sequence[str], clock: Clock, more: Sequence[CommandReply] = ()
) -> CommandOutcome:
    """Carry out the commands of an email, a line each, the first first, or say why not: with one answer for all.

    The answer says *more* after that.
    """
    return _outcome(game, asked, [*_told(game, asked, lines, clock), *more], clock)


def _told(game: Game, asked: CommandRequest, lines: Sequence[str], clock: Clock) -> list[CommandReply]:
    """What became of each of *lines*, the first first, as far as an email may have them."""
    words = letter.words_for(game, asked.view, asked.seat)
    told: list[CommandReply] = []
    lines = [each for line in lines[: MOST + 1] for each in _one_by_one(game, asked, line)]
    for number, line in enumerate(lines[:MOST], 1):
        done = tuple(one.code for one in told)
        told.append(
            _carried_out(CommandCase(game, asked, clock, words, RequestOrigin(asked.number, number), done), line)
        )
    if len(lines) > MOST:
        case = CommandCase(game, asked, clock, words, RequestOrigin(asked.number, 0))
        told.append(case.told("too-many", {"most": MOST, "first": lines[MOST]}))
    return told


def _one_by_one(game: Game, asked: CommandRequest, line: str) -> list[str]:
    """*line*, or one for each name in it where one can be asked about only: `reach Karl and Traun`."""
    found = parse(line, asks := asking(game.ruleset))
    if not isinstance(found, MailCommand) or found.word not in asks or not found.argument:
        return [line]
    names = enquiries.one_by_one(game, asked.view, asked.seat, found.word, found.argument)
    return [f"{found.word} {name}" for name in names] if len(names) > 1 else [line]


def run_trial(
    game: Game,
    asked: CommandRequest,
    sheet: str,
    lines: Sequence[str],
    clock: Clock,
    more: Sequence[CommandReply] = (),
) -> CommandOutcome:
    """The answer to a sheet that its writer wants tried, which counts for nothing, and to *lines* that ask beside it.

    The answer says *more* after that.
    """
    words = letter.words_for(game, asked.view, asked.seat)
    case = CommandCase(game, asked, clock, words, RequestOrigin(asked.number, 0))
    return _outcome(game, asked, [questions.try_sheet(case, sheet), *_told(game, asked, lines, clock), *more], clock)


def _outcome(game: Game, asked: CommandRequest, told: Sequence[CommandReply], clock: Clock) -> CommandOutcome:
    """One answer for all that was *told*."""
    words = letter.words_for(game, asked.view, asked.seat)
    codes = tuple(one.code for one in told)
    changes = [code for code in codes if code in (requests.PASSED, requests.WITHDRAWN)]
    passed = changes[-1:] == [requests.PASSED] or requests.CONFIRMED in codes
    if len(told) == 1 and told[0].subject:
        return CommandOutcome(told[0].subject, told[0].whole, codes, passed, told[0].pictures)
    context = CommandCase(game, asked, clock, words, RequestOrigin(asked.number, 0)).context()
    whole = any(code == "form" for code in codes)
    shown = _once(told)
    sections = [ReplySection(one.heading, one.text, [each.name for each in one.pictures]) for one in shown]
    pictures = tuple(each for one in told for each in one.pictures)
    content = parsed(words.render("commands/reply.txt.j2", replace(context, sections=sections, whole=whole)))
    subject = letter.subject(game, words, asked.stages, asked.seat, game.pause, _headings(words, shown))
    return CommandOutcome(f"Re: {subject}", content, codes, passed, pictures)


def _once(told: Sequence[CommandReply]) -> list[CommandReply]:
    """*told* without help that was told before: of what is not in the guide, or no command, only that remains."""
    before: set[str] = set()
    shown: list[CommandReply] = []
    for one in told:
        first, _, others = one.text.partition("\n\n")
        helps = one.code in ("help", "misread")
        if not helps or one.text not in before:
            known = helps and others in before
            shown.append(replace(one, text=first) if known else one)
        before |= {one.text, others} - {""}
    return shown


def _headings(words: Words, told: Sequence[CommandReply]) -> str:
    """What the answers are about, short enough for a subject."""
    heading = told[0].heading
    first = heading[:1].lower() + heading[1:]
    more = len(told) - 1
    return words.phrase("labels", "and-more", {"first": first, "count": more}) if more else first


def _carried_out(case: CommandCase, line: str) -> CommandReply:
    asks = asking(case.game.ruleset)
    settle, named = _SETTLE.get(line), bool(case.asked.settles)
    if settle is not None and (settled := settle(case)) is not None:
        return settled
    command = MailCommand(line) if named and settle else parse(line, asks)
    if isinstance(command, MailCommand) and command.word in asks:
        return questions.ask(case, command)
    if isinstance(command, MailCommand) and command.word not in _OBEY and not (named and settle):
        command = CommandMisread("unknown-command", {"text": line, "nearest": ()})
    if isinstance(command, MailCommand):
        command = dated(command, case.today)
    if isinstance(command, CommandMisread):
        return questions.misread(case, line, command)
    word = command.word
    if word not in _TELLING:
        for code, stops in (
            ("over", not case.game.table.state.flow),
            ("unproven", not case.asked.proven and not case.asked.waits),
            ("outdated", case.asked.outdated and word in COMMANDS and COMMANDS[word].stage),
            (WAITS, case.asked.waits),
        ):
            if stops:
                return case.told(code, {**case.context().names(), "word": word}, due=code == "outdated")
    return requests.became_of(case) if named else _OBEY[word](case, command)
