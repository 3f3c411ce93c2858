"""Notes to the moderator beside sheets and commands."""

from collections.abc import Container

from msgspec.structs import replace

from pbem.mail.commands.extension import TO_THE_MODERATOR
from pbem.mail.commands.replies import CommandReply
from pbem.mail.extraction.command import appeal_in, asks_only, exact, normalised
from pbem.mail.extraction.small_talk import says_something, spoken_lines
from pbem.mail.intake.judgement import MailCase
from pbem.mail.mime.text import MailNote
from pbem.referee.enquiries.answers import asking
from pbem.referee.game import Game
from pbem.report.content import marks
from pbem.report.letter import SheetFate
from pbem.report.words import Words

_MOST_REPEATED = 5
"""The most lines beside a sheet that its receipt repeats."""
UNREAD = (SheetFate.unasked, SheetFate.outdated, SheetFate.over)
"""The fates of a sheet that no one looks at."""


def note_of(game: Game, case: MailCase) -> MailNote:
    """The note that says which lines are for the moderator; where sheets are sealed nothing repeats them."""
    lines = spoken_lines(case.incoming.found.words) if game.settings.mail.sealed is None else []
    shown = [marks.plain(line) for line in lines[:_MOST_REPEATED]]
    return MailNote("words-beside", {"lines": shown, "more": len(lines) - len(shown)})


def asked_beside(game: Game, case: MailCase) -> tuple[MailCase, tuple[str, ...]]:
    """*case* without the lines beside a sheet that only ask something, and those lines as commands."""
    asks, lines = asking(game.ruleset), case.incoming.found.words.split("\n")
    asked = [line for line in lines if exact(line, asks) and asks_only([line], asks)]
    rest = "\n".join(line for line in lines if line not in asked).strip()
    commands = tuple(dict.fromkeys(map(normalised, asked)))
    found = case.incoming.found
    notes = tuple(note for note in found.notes if note.args.get("command") not in commands)
    incoming = replace(case.incoming, found=replace(found, words=rest, notes=notes))
    return replace(case, incoming=incoming), commands


def not_read(words: Words, case: MailCase) -> list[CommandReply]:
    """What beside commands was not read although it looks like a sheet, as parts of their reply."""
    found = [note for note in case.incoming.found.notes if note.code == "quoted-form-beside-command"]
    return [
        CommandReply(
            note.code,
            words.phrase("labels", note.code),
            f"{words.say('problems', note.code, note.args)} {words.say('remedies', note.code, note.args)}",
        )
        for note in found
    ]


def beside_sheet(case: MailCase, fate: SheetFate) -> bool:
    """Whether an email with a sheet says something to people too, or may say nothing else."""
    found = case.incoming.found
    if fate in (SheetFate.words, SheetFate.nothing):
        return False
    return fate is SheetFate.doubted or says_something(found.words) or (fate in UNREAD and found.how == "shape")


def beside_commands(game: Game, case: MailCase, codes: Container[str] = ()) -> bool:
    """Whether an email with commands, or with words to players alone, says something to people too.

    *codes* say what became of the commands: some are for the moderator to read.
    """
    if any(code in codes for code in TO_THE_MODERATOR):
        return True
    asks = asking(game.ruleset)
    lines = case.incoming.found.words.split("\n")
    return says_something("\n".join(line for line in lines if not exact(line, asks) or appeal_in(line)))
