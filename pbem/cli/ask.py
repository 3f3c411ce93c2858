"""The commands `check`, `try`, `reach` and `way`: what may be asked before ordering."""

import re
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import click

from pbem.cli import output
from pbem.cli.options import game_option, json_option, opened, seat_called
from pbem.engine.event import PUBLIC
from pbem.mail.mime.text import decoded
from pbem.mail.transport.folder import only_email
from pbem.referee.game import Game
from pbem.referee.stage import SeatStage
from pbem.referee.views import check
from pbem.sheet.parts import Parts

if TYPE_CHECKING:
    from pbem.mail.intake.sheet_files import LookedAt
    from pbem.mail.message.received import ReceivedMail


@click.command()
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option("--as", "seat", metavar="SEAT", help="As this seat sees it (default: as everyone does).")
@game_option
@json_option
def reach_command(names: Sequence[str], seat: str | None, folder: Path, as_json: bool) -> None:
    """Show where the piece called NAME can go, or with --as all pieces of a seat that act now.

    It is the answer to the command `reach` by email.
    """
    _answer("reach", names, seat, folder, as_json=as_json)


@click.command()
@click.argument("names", nargs=-1, metavar="FROM TO")
@click.option("--as", "seat", metavar="SEAT", help="As this seat sees it (default: as everyone does).")
@game_option
@json_option
def way_command(names: Sequence[str], seat: str | None, folder: Path, as_json: bool) -> None:
    """Show the shortest way FROM one place TO another.

    It is the answer to the command `way` by email.
    """
    _answer("way", names, seat, folder, as_json=as_json)


def _answer(word: str, names: Sequence[str], seat: str | None, folder: Path, *, as_json: bool) -> None:
    from pbem.referee.enquiries import answer
    from pbem.report.plain import as_text

    game = opened(folder)
    if word not in game.ruleset.enquiry_words:
        known = ", ".join(game.ruleset.enquiry_words)
        raise click.UsageError(f"{game.ruleset.title} has no answer to {word!r}; players may ask by email: {known}.")
    who = seat_called(game, seat) if seat else PUBLIC
    text = " > ".join(names) if len(names) > 1 and word == "way" else " ".join(names)
    found = answer(game, game.view(who), who, word, text)
    said = as_text(found.text)
    if as_json:
        output.data({"ok": found.problem is None, "seat": who, "text": said})
    else:
        output.text(said)
    if found.problem is not None:
        click.get_current_context().exit(1)


_FIRST_LOOKS = {
    "orders": "orders were found",
    "command": "a command was found",
    "refused": "meant as orders or a command, but unreadable; its sender must send it again",
    "moderator": "the moderator must look at it",
    "ignored": "kept, and not answered",
}
WAITS = "It would not count before its player replies `yes`; `pbem submit --yes` says so for them."
_MARKS = re.compile(r"^\s*(?:[-–—.`~>\[]{3}|>)", re.MULTILINE)


@click.command()
@click.argument("file", type=click.File("rb"))
@click.option("--as", "--seat", "seat", metavar="SEAT", required=True, help="The seat whose sheet it is.")
@game_option
@json_option
def check_command(file: BinaryIO, seat: str, folder: Path, as_json: bool) -> None:
    """Check the sheet in FILE (- for standard input) against what its seat knows now; nothing is saved.

    FILE is read exactly as `pbem submit` would read it: it may be a sheet, a post copied from a forum, or an email
    (.eml, .emlx or .mbox), of which it is also said who wrote it and what was found in it.
    """
    game = opened(folder)
    seat = seat_called(game, seat)
    raw, as_mail = only_email(file)
    stages, found, notes, looked = _read(game, seat, raw, as_mail=as_mail)
    doubted, commands = (bool(looked.doubts), looked.commands) if looked else (False, ())
    mail = _email(game, looked.incoming) if looked and as_mail else None
    good = {part.decision.key for part, _ in found.good}
    problems, told = problems_in_words(game, seat, found) if found.every_fault else ([], "")
    if as_json:
        each = {stage.decision.key: stage.decision.key in good for stage in stages}
        said = {"ok": found.faultless, "seat": seat, "decision": stages[0].decision.key, "problems": problems}
        said = {**said, "notes": list(notes)} if notes else said
        said = {**said, "doubted": True} if doubted else said
        said = {**said, "email": mail} if mail else said
        output.data({**said, "decisions": each} if len(stages) > 1 else said)
    else:
        for text in filter(None, (_of_email(mail) if mail else "", *notes, told)):
            output.text(text)
        if good:
            output.text(_read_as(game, seat, found))
        if not commands:
            output.text(_said(len(stages), good, faultless=found.faultless))
        if doubted:
            output.text(WAITS)
    if not found.faultless:
        click.get_current_context().exit(1)


def _read(
    game: Game, seat: str, raw: bytes, *, as_mail: bool
) -> tuple[tuple[SeatStage, ...], Parts, tuple[str, ...], "LookedAt | None"]:
    """The stages that a file may answer, its sheet, in words how it was found, and what it was found in.

    Nothing that finds sheets in emails is loaded for a file that is a valid sheet.
    """
    text = "" if as_mail else decoded(raw, "").text
    if text and not _MARKS.search(text):
        checked = check(game, seat, text)
        if checked.sheet.faultless:
            return checked.stages, checked.sheet, (), None
    from pbem.mail.intake.sheet_files import in_words, look_at

    looked = look_at(game, seat, raw, as_mail=as_mail)
    return looked.stages, looked.sheet, in_words(game, seat, looked), looked


def _email(game: Game, mail: "ReceivedMail") -> dict[str, str]:
    """Who wrote an email, what it is at first sight, and the orders or commands in it, as data."""
    from pbem.mail.intake.forms import asking
    from pbem.mail.message.received import first_look

    verdict, reason = first_look(mail, asking(game.ruleset))
    found = {"how": mail.found.how, "text": mail.found.sheet, "commands": ", ".join(mail.found.commands)}
    said = {"verdict": verdict, "reason": reason, "sender": mail.sender, "subject": mail.subject}
    return {**said, "kind": mail.kind.what, **found}


def _of_email(mail: Mapping[str, str]) -> str:
    """The same in words."""
    lines = [
        f"Email: {mail['verdict']} ({mail['reason']}); {_FIRST_LOOKS[mail['verdict']]}.",
        f"From {mail['sender'] or 'no clear sender'} ({mail['kind']}), “{mail['subject']}”.",
        *(f"    | {line}" for line in mail["text"].splitlines()),
    ]
    return "\n".join(lines)


def _read_as(game: Game, seat: str, sheet: Parts) -> str:
    """How the sheet was read, as `pbem try` shows it."""
    from pbem.referee.enquiries import said_back
    from pbem.report.plain import as_text

    return as_text(said_back(game, seat, sheet))


def _said(asked: int, good: Collection[str], *, faultless: bool) -> str:
    """What would become of the sheet, in a line."""
    if not good:
        return "The sheet would be refused."
    if not faultless and len(good) == asked:
        return "What is wrong stands apart: without it, the rest of the sheet would be accepted."
    if not faultless:
        return f"Only a part of the sheet would be accepted: {', '.join(good)}."
    if len(good) < asked:
        return f"The sheet is valid; it answers {len(good)} of the {asked} questions: {', '.join(good)}."
    return "The sheet is valid."


def problems_in_words(game: Game, seat: str, checked: Parts) -> tuple[list[dict[str, Any]], str]:
    """The problems of a sheet as data, and as text."""
    from pbem.referee import letter
    from pbem.report.returned_sheet import as_data, explain

    words = letter.words_for(game, game.view(seat), seat)
    return [as_data(words, fault) for fault in checked.every_fault], explain(words, checked.text, checked.every_fault)


@click.command("try")
@click.argument("sheet", type=click.File("rb"))
@click.option("--as", "seat", metavar="SEAT", required=True, help="The seat whose sheet it is.")
@game_option
@json_option
def try_command(sheet: BinaryIO, seat: str, folder: Path, as_json: bool) -> None:
    """Try SHEET (- for standard input): what would be read and refused, and what would follow; nothing is saved.

    It is the reply to a sheet that comes by email below the line `try`, from what its seat knows. SHEET may be an
    email (.eml, .emlx or .mbox), a post copied from a forum, or a page with several: it is read as `pbem submit` would,
    and says how.
    """
    from pbem.mail.intake.sheet_files import in_words, look_at
    from pbem.referee.enquiries import tried
    from pbem.report.plain import as_text

    game = opened(folder)
    seat, (raw, as_mail) = seat_called(game, seat), only_email(sheet)
    looked = look_at(game, seat, raw, as_mail=as_mail)
    notes, valid = list(in_words(game, seat, looked)), False
    if looked.read:
        found = tried(game, seat, looked.sheet.text)
        valid, shown = found.valid, [f"{found.heading}\n\n{as_text(found.text)}"]
    else:
        wrong = looked.sheet.every_fault
        shown = [problems_in_words(game, seat, looked.sheet)[1] if wrong else "There is no sheet to try."]
    said = "\n\n".join([*notes, *shown, *([WAITS] if looked.doubts else [])])
    if as_json:
        doubted = {"doubted": True} if looked.doubts else {}
        output.data({"ok": valid, "text": said, **({"notes": notes} if notes else {}), **doubted})
    else:
        output.text(said)
    if not valid:
        click.get_current_context().exit(1)
