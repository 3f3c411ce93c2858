"""Emails to the club itself, about its tables: `tables`, `join NAME`, `leave NAME`, `help`; each gets one answer.

To join and to leave count only with the word that a letter to the same address has, so that no one signs up another:
an email without it is answered with a letter to reply to.
"""

import re
from typing import NamedTuple

from pbem.club.letters import filled, write
from pbem.club.people import ClubPeople
from pbem.club.settings import Club
from pbem.club.tables import join, leave, listed, subject
from pbem.errors import extra
from pbem.mail.extraction import command
from pbem.mail.message.received import ReceivedMail, opened
from pbem.referee.game import Rulesets
from pbem.referee.stage import tokens_in

with extra("club"):
    from psycopg import Connection

_COMMAND = re.compile(r"(?P<word>tables?|join|leave|help)(?:\s+(?P<name>\S.{0,79}))?")
_YES = frozenset({"yes", "confirm", "ok", "okay", "i confirm"})
_WORD = re.compile(r"\{[^{}]{0,40}\}")
_NAME = re.compile(r"[^a-z0-9]+")
_SHOWN = re.compile(r"\s*\"?([^\"<>@]{1,80}?)\"?\s*<")
_MOST_READ = 2000
_MOST_TABLES = 40


class ClubCommand(NamedTuple):
    """What an email asks, about the table *name*; with *more* it says other things, too, which no one reads."""

    word: str
    name: str = ""
    more: bool = False

    def __str__(self) -> str:
        return f"{self.word} {self.name}".strip()


def asked(mail: ReceivedMail) -> ClubCommand | None:
    """What *mail* asks of the club in its first line; or in its subject, if nothing is said, or answered."""
    words = command.without_salutes(command.paragraphs(mail.found.words[:_MOST_READ]))
    lines = [line for line in map(command.normalised, words) if line]
    if lines and lines[0] in _YES:
        lines = lines[1:]
    if lines and (found := _command(lines[0])):
        return found._replace(more=command.says_something("\n".join(lines[1:])))
    if lines and tokens_in(mail.subject):
        return None
    found = _command(command.said_in_subject(mail.subject))
    return found._replace(more=bool(lines)) if found else None


def _command(line: str) -> ClubCommand | None:
    found = _COMMAND.fullmatch(_WORD.sub(" ", line).strip())
    if found is None or (found["name"] and found["word"] not in ("join", "leave")):
        return None
    word = found["word"]
    return ClubCommand("tables" if word == "table" else word, _NAME.sub("-", found["name"] or "").strip("-"))


def asks(people: ClubPeople, raw: bytes) -> bool:
    """Whether the email *raw* is for the club itself: it asks something of it, or bears the word of its letters."""
    mail = opened(raw)
    return asked(mail) is not None or _shown(people, mail)


def _shown(people: ClubPeople, mail: ReceivedMail) -> bool:
    return people.shows(mail.sender, tokens_in(f"{mail.subject}\n{mail.found.words[:_MOST_READ]}"))


def answer(connection: Connection, club: Club, raw: bytes, rulesets: Rulesets | None = None) -> bool:
    """Do what the email *raw* asks of the club, and answer it, in the caller's transaction; whether it asks anything.

    What no person wrote, and whoever is blocked or had all answers of today, gets none.
    """
    mail = opened(raw)
    if mail.kind.what != "person" or not mail.sender:
        return False
    people = ClubPeople(connection, club)
    shown = _shown(people, mail)
    found = asked(mail)
    if found is None and not shown:
        return False
    person, most = people.digest(mail.sender), club.settings.answers_a_day
    if people.is_blocked(person) or not (count := people.takes(person, "answer", most)):
        return True
    how = _done(people, mail, found, shown=shown, rulesets=rulesets)
    text = filled(
        "people.txt.j2",
        how=how,
        table=found.name if found else "",
        command=str(found or ""),
        word=people.word(mail.sender),
        tables=listed(connection)[:_MOST_TABLES],
        more=found is not None and found.more,
        last=count == most,
    )
    said = str(found) if how == "confirm" else subject(how, found.name if found else "")
    write(connection, club, mail.sender, f"{said} {{{people.word(mail.sender)}}}", text, answers=mail.message_id)
    return True


def _done(
    people: ClubPeople, mail: ReceivedMail, found: ClubCommand | None, *, shown: bool, rulesets: Rulesets | None
) -> str:
    """What came of a command, in a word of the template."""
    if found is None:
        return "unclear"
    if found.word in ("tables", "help"):
        return found.word
    if not found.name:
        return "which"
    if not listed(people.connection, name=found.name):
        return "no-table"
    if not shown:
        return "confirm"
    name = _SHOWN.match(mail.shown)
    person = people.confirm(mail.sender, name[1] if name else "")
    if found.word == "leave":
        return leave(people, person, found.name)
    return join(people, person, found.name, rulesets)
