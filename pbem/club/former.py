"""A person's name and addresses taken out of a game's folder: “a former player” is left, and all that was played.

What the person wrote, and what was written to them, keeps its head without its text. Sheets that count stay, as they
are moves of the game.
"""

import os
import re
from collections.abc import Iterator
from email import message_from_bytes, policy
from email.message import Message
from html import escape
from pathlib import Path
from typing import Any

import msgspec
import yaml

from pbem.mail.mime.headers import addresses_in, headers_of, sender_of
from pbem.referee.game import Game
from pbem.referee.people import words
from pbem.settings import beginnings
from pbem.settings.game import NAME
from pbem.store import files
from pbem.store.log import chained

FORMER = "a former player"
NOWHERE = "former@player.invalid"
_LEFT = b"This email was erased, as someone no longer wants to be named here.\n"
_KEPT = ("X-Envelope-From", "X-Envelope-Time", "X-Envelope-Seat", "Subject", "Date", "Message-ID", "In-Reply-To",
         "References", "Auto-Submitted")  # fmt: skip
_NAMES = ("player", "name", "forum")
_EMAILS = (".eml", ".trying", ".refused", ".dropped", ".post")
_UNTOUCHED = (beginnings.BEGAN, beginnings.SECRET)


class Traces(msgspec.Struct, frozen=True):
    """What names a person in a game: *addresses* in small letters, *names*, and the *seats* they hold now.

    Names that mean something else in the game, too, are *doubtful*.
    """

    addresses: frozenset[str]
    names: frozenset[str]
    doubtful: frozenset[str] = frozenset()
    seats: tuple[str, ...] = ()


def traces_of(game: Game, address: str, account: str = "") -> Traces:
    """What names the person at *address*, whom the club calls as the *account* says, in *game*."""
    known, called = {address.casefold()}, {account} - {""}
    for seat, who in (*game.written.seats.items(), *game.settings.seats.items()):
        now, instead = game.settings.seats[seat], who.stand_in
        parts = (who, now) if now.player == who.player else (who,)
        theirs = {one.casefold() for part in parts for one in (part.address, part.second_address) if one}
        if theirs & known:
            known |= theirs
            called |= {one for one in (who.player, who.forum) if one}
        if instead and instead.address.casefold() in known:
            called |= {one for one in (instead.player, instead.forum) if one}
    for line in game.log.facts:
        called |= set(_paired(msgspec.to_builtins(line.fact), known))
    called |= {one.name for one in words.watchers(game) if one.name and one.address.casefold() in known}
    said = " ".join((*game.titles, *game.titles.values(), game.ruleset.title)).casefold().split()
    doubtful = frozenset(one for one in called if one.casefold() in said or len(one) < 3)
    seats = tuple(seat for seat in game.titles if known & {one.casefold() for one in _held_by(game, seat)})
    return Traces(frozenset(known), frozenset(called - doubtful), doubtful, seats)


def _held_by(game: Game, seat: str) -> Iterator[str]:
    """The addresses of whoever holds *seat*, with or without a stand-in."""
    regular = game.holders[seat].regular
    yield game.settings.seats[seat].address
    if regular:
        yield regular.address


def _paired(value: Any, known: set[str]) -> Iterator[str]:
    """The names that are beside an address in the plain data of a fact."""
    if isinstance(value, dict):
        if any(isinstance(one, str) and one.casefold() in known for one in value.values()):
            yield from (value[key] for key in _NAMES if value.get(key))
        for one in value.values():
            yield from _paired(one, known)
    elif isinstance(value, list | tuple):
        if len(value) == 2 and isinstance(value[1], str) and value[1].casefold() in known and value[0]:
            yield value[0]
        for one in value:
            yield from _paired(one, known)


def parties(head: Message) -> set[str]:
    """Who wrote the email with this *head*, and to whom it goes, in small letters."""
    found = (sender_of(head), str(head.get("X-Envelope-To", "")), *addresses_in(head, "To"))
    return {one.strip().casefold() for one in found if one}


class Eraser:
    """Takes *traces* out of texts, data, emails and whole folders."""

    def __init__(self, traces: Traces) -> None:
        self._addresses = traces.addresses
        at = "|".join(map(re.escape, sorted(traces.addresses, key=len, reverse=True)))
        self._address = re.compile(rf"(?<![\w.%+-])(?:mailto:)?(?:{at})(?![\w-]|\.\w)", re.IGNORECASE)
        sure = [re.escape(form) for name in traces.names for form in dict.fromkeys((name, escape(name)))]
        beside = [rf"(?<=\(){re.escape(escape(name))}(?=\))" for name in traces.doubtful]
        whole = [rf"(?<!\w)(?:{one})(?!\w)" for one in sorted(sure, key=len, reverse=True)]
        self._name = re.compile("|".join((*whole, *beside)) or r"(?!)")

    def text(self, text: str, *, names: bool = True) -> str:
        """*text* without the person."""
        text = self._address.sub("[address]", text)
        return self._name.sub(FORMER, text) if names else text

    def data(self, value: Any, *, names: bool = True) -> Any:
        """Plain data without the person; a name beside such an address goes with it."""
        if isinstance(value, dict):
            found = {key: self.data(one, names=names) for key, one in value.items()}
            if any(self._is_theirs(one) for one in value.values()):
                found |= {key: FORMER for key in _NAMES if value.get(key)}
            return found
        if isinstance(value, list):
            if len(value) == 2 and self._is_theirs(value[1]) and isinstance(value[0], str):
                return [FORMER, ""]
            return [self.data(one, names=names) for one in value]
        if self._is_theirs(value):
            return ""
        return self.text(value, names=names) if isinstance(value, str) else value

    def _is_theirs(self, value: object) -> bool:
        return isinstance(value, str) and value.strip().casefold() in self._addresses

    def email(self, raw: bytes) -> bytes:
        """An email without the person: what they wrote, or were sent, keeps its head alone."""
        head = headers_of(raw)
        if self._addresses & parties(head):
            return self._head_of(head, ends=b"\r\n" if b"\r\n" in raw else b"\n")
        whole = message_from_bytes(raw, policy=policy.compat32.clone(linesep="\r\n" if b"\r\n" in raw else "\n"))
        changed = False
        for part in whole.walk():
            for number, (name, value) in enumerate(part._headers):  # type: ignore[attr-defined]  # noqa: SLF001
                new = self.text(str(value))
                if new != str(value):
                    part._headers[number], changed = (name, new), True  # type: ignore[attr-defined]  # noqa: SLF001
            changed = self._in_part(part) or changed
        return whole.as_bytes() if changed else raw

    def _in_part(self, part: Message) -> bool:
        data = part.get_payload(decode=True) if part.get_content_maintype() == "text" else None
        if not isinstance(data, bytes):
            return False
        charset = part.get_content_charset() or "utf-8"
        try:
            text = data.decode(charset, "replace")
        except LookupError:
            text = data.decode("utf-8", "replace")
        new = self.text(text)
        if new == text:
            return False
        del part["Content-Transfer-Encoding"]
        part.set_payload(new, "utf-8")
        return True

    def _head_of(self, head: Message, ends: bytes) -> bytes:
        sender = str(head.get("From", ""))
        lines = [f"{name}: {self.text(' '.join(str(head[name]).split()))}" for name in _KEPT if head[name]]
        lines.append(f"From: {NOWHERE if self._is_theirs(sender_of(head)) else self.text(' '.join(sender.split()))}")
        if head["X-Envelope-To"]:
            lines.insert(0, f"X-Envelope-To: {NOWHERE}")
        lines.append(f"To: {NOWHERE}")
        return ends.join([*(line.encode("utf-8", "replace") for line in lines), b"", _LEFT.rstrip(), b""])

    def folder(self, folder: Path) -> None:
        """Take the person out of the game in *folder*; times of files stay, as they say when emails arrived."""
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            if path.name in _UNTOUCHED or path.relative_to(folder).parts[0] == "edition":
                continue
            data = path.read_bytes()
            new = self._file(path, data)
            if new != data:
                stat = path.stat()
                files.write(path, new)
                os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns + 1))  # so that it is seen to have changed

    def _file(self, path: Path, data: bytes) -> bytes:
        if path.name == beginnings.LOG:
            return self.log(data)
        if path.suffix in _EMAILS:
            return self.email(data)
        try:
            text = data.decode("utf-8")
            if path.name == NAME:
                before = yaml.load(text, Loader=yaml.BaseLoader)  # noqa: S506 - it makes only texts
                after = self.data(before)
                return data if after == before else yaml.dump(after, allow_unicode=True, sort_keys=False).encode()
            if path.suffix == ".json":
                before = msgspec.json.decode(data)
                after = self.data(before)
                return data if after == before else msgspec.json.format(msgspec.json.encode(after)) + b"\n"
        except (UnicodeDecodeError, msgspec.DecodeError):
            return data
        return self.text(text).encode()

    def log(self, data: bytes) -> bytes:
        """A log without the person, chained anew: what was played is the same, and its facts name no one."""
        lines = [msgspec.json.decode(line) for line in data.splitlines()]
        found = []
        for line in lines:
            line.pop("sha256", None)
            fact = line.pop("fact", None)
            bare = self.data(line, names=False)
            found.append(bare | ({"fact": self.data(fact)} if fact is not None else {}))
        return b"".join(text + b"\n" for text in chained(found))
