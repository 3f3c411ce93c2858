"""pbem envelope: what becomes of raw emails, without a game."""

import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import click
import msgspec

from pbem.cli import output
from pbem.cli.options import json_option, rules_called
from pbem.engine.kit.lexicon import Lexicon
from pbem.mail.extraction.command import CommandMisread, parse
from pbem.mail.message.received import first_look, opened
from pbem.mail.mime.headers import MOST_BYTES
from pbem.mail.mime.text import FoundOrders
from pbem.report.words import BadPhrase, Words
from pbem.sheet.check import keys_of
from pbem.store.refusal import why

_HEADS = (b"From ", b">From ")
_MOST_MBOX = 64 * 1024 * 1024
_VERDICTS = {
    "orders": "orders were found",
    "command": "a command was found",
    "refused": "meant as orders or a command, but unreadable; its sender must send it again",
    "moderator": "the moderator must look at it",
    "ignored": "kept, and not answered",
}


class MailLook(msgspec.Struct, frozen=True, kw_only=True):
    """An email at first sight: *says* is the reason in words, *text* the orders, *how* the way they were found."""

    file: str
    verdict: str = "unreadable"
    reason: str = ""
    says: str = ""
    sender: str = ""
    subject: str = ""
    kind: str = ""
    how: str = ""
    text: str = ""
    command: str = ""
    notes: tuple[str, ...] = ()


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option(
    "--rules",
    help="The name of the rules: without `---` and `...` lines, only their keys show that a text is a sheet.",
)
@json_option
def command(files: tuple[str, ...], rules: str | None, as_json: bool) -> None:
    """Show how raw emails would be handled: orders, command, refused, moderator or ignored.

    A FILE holds one email, or several as an mbox; - is standard input. Nothing is saved or sent; no game is needed.
    """
    words = Words((), Lexicon({}))
    keys = keys_of(rules_called(rules).orders) if rules else frozenset()
    looks = [look for file in files for look in _looks(file, words, keys)]
    if as_json:
        output.data(looks)
    else:
        output.text("\n\n".join(_told(look) for look in looks))
    if any(look.verdict == "unreadable" for look in looks):
        click.get_current_context().exit(1)


def _looks(file: str, words: Words, keys: frozenset[str]) -> Iterator[MailLook]:
    name = os.fsencode(file).decode(errors="replace")  # it may be in an old encoding
    try:
        raw = _read(file)
    except OSError as wrong:
        yield MailLook(file=name, reason="no-file", says=why(wrong))
        return
    mails = list(_mails(raw))
    for number, mail in enumerate(mails, 1):
        yield _look(f"{name}#{number}" if len(mails) > 1 else name, mail, words, keys)


def _read(file: str) -> bytes:
    """The bytes of a file; of a very large one only as many as show that it is too large."""
    if file == "-":
        return sys.stdin.buffer.read(_MOST_MBOX)
    with Path(file).open("rb") as stream:
        first = stream.read(MOST_BYTES + 1)
        return first + stream.read(_MOST_MBOX) if first.startswith(_HEADS[0]) else first


def _mails(raw: bytes) -> Iterator[bytes]:
    """The emails of an mbox (RFC 4155), or the one email in *raw*."""
    if not raw.startswith(_HEADS[0]):
        yield raw
        return
    mail: list[bytes] = []
    blank = True
    for line in raw.splitlines(keepends=True):
        if blank and line.startswith(_HEADS[0]):
            if mail:
                yield b"".join(mail)
            mail = []
        else:
            mail.append(line[1:] if line.lstrip(b">").startswith(_HEADS[0]) else line)
        blank = not line.strip()
    yield b"".join(mail)


def _look(name: str, raw: bytes, words: Words, keys: frozenset[str]) -> MailLook:
    incoming = opened(raw, keys=keys)
    verdict, reason = first_look(incoming)
    found = FoundOrders() if verdict == "ignored" else incoming.found
    return MailLook(
        file=name,
        verdict=verdict,
        reason=reason,
        says=_phrase(words, reason, _args(found)) if verdict in ("refused", "moderator") else "",
        sender=incoming.sender,
        subject=incoming.subject,
        kind=incoming.kind.what,
        how=found.how,
        text=found.sheet,
        command=found.command,
        notes=tuple(_phrase(words, note.code, note.args) for note in found.notes),
    )


def _args(found: FoundOrders) -> dict[str, Any]:
    """The arguments of what is wrong with an email, or with its command."""
    asked = parse(found.command) if found.command else None
    return asked.args if isinstance(asked, CommandMisread) else found.args


def _phrase(words: Words, code: str, args: dict[str, Any]) -> str:
    """The phrase of *code* and its remedy; the code itself if there is no phrase for it."""
    try:
        parts = [words.phrase(group, code, args) for group in ("problems", "remedies") if words.has(group, code)]
    except BadPhrase:
        parts = []
    return " ".join(part for part in parts if part) or code


def _told(look: MailLook) -> str:
    lines = [f"{look.file}: {look.verdict}{f' ({look.reason})' if look.reason else ''}"]
    lines += _labelled(
        ("", _VERDICTS.get(look.verdict, "")),
        ("", look.says),
        ("from", look.sender or ("unknown" if look.kind else "")),
        ("subject", look.subject),
        ("written by", f"a {look.kind}" if look.kind else ""),
        ("command", look.command),
        ("found by", look.how),
        *(("note", note) for note in look.notes),
    )
    lines += [f"    | {line}" for line in look.text.splitlines()]
    return "\n".join(lines)


def _labelled(*pairs: tuple[str, str]) -> Iterable[str]:
    return (f"  {label}: {words}" if label else f"  {words}" for label, words in pairs if words)
