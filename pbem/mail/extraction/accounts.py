"""The lines of pages that name someone whose account is known, whatever the page shows beside it, in any language."""

import re
from collections.abc import Collection
from functools import lru_cache

from pbem.mail.extraction import page
from pbem.mail.extraction.post_times import PostTime, clock_in

_MOST = 160
_MOST_GLUED = 40
_MOST_WORDS = 8
_SUFFIX = re.compile(r"\s+(?:\(?(?:op|offline|online|author|app|bot)\)?)$", re.IGNORECASE)
_NAME = re.compile(r"[^\W\d_][\w'’-]{0,20}\.?(?: [^\W\d_][\w'’-]{0,20}\.?){0,2}")
_EDGES = " @*_()"
_DATED = re.compile(r"\d{1,2}[:.h]\d{2}(?!\d)|\b(?:19|20)\d{2}\b")
_SIGNS = re.compile(r"[»•·|]|\s[—–]\s")
_AROUND = " \t@*_()[]<>,:;—–-»•·|"


def without_suffix(name: str) -> str:
    """*name* without what a page shows behind it, such as `OP`."""
    return _SUFFIX.sub("", name)


def account_in(line: str, accounts: Collection[str]) -> str:
    """Who of the *accounts*, which are folded, a *line* names and nothing else but what is told of people."""
    name = without_suffix(page.without_presence(line)).strip(_EDGES)
    if name.casefold() in accounts:
        return name
    for account in accounts if len(line) <= _MOST else ():
        size, folded = len(account), name.casefold()
        if folded.startswith(account) and page.is_panel(name[size:].strip()) and name[size : size + 1].isspace():
            return name[:size]
        if len(name) <= _MOST_GLUED and _glued(name, folded, account):
            return name[:size] if folded.startswith(account) else name[-size:]
    return ""


def with_name(line: str, accounts: Collection[str]) -> str:
    """Who of the *accounts* a *line* names first, with the name of the same person behind it: `account First Last`."""
    for account in accounts:
        name = line[len(account) :] if line.casefold().startswith(account) else ""
        if name[:1] == " " and _NAME.fullmatch(name.strip()):
            return line[: len(account)]
    return ""


def as_nick(line: str, accounts: Collection[str]) -> str:
    """A *line*, or who of the *accounts* it names first if a person's name follows and the account can be none."""
    account = with_name(line, accounts)
    return line if not account or account.isalpha() else account


def _glued(name: str, folded: str, account: str) -> bool:
    """Whether *name* is an *account* and the name of the same person with nothing between them, as some copies have it.

    A name of people has a space in it, and an account none.
    """
    if len(folded) != len(name) or " " in account:
        return False
    size = len(account)
    before = folded.startswith(account) and name[size : size + 1].isupper() and " " in name[size:]
    behind = folded.endswith(account) and name[-size - 1 : -size].isalpha() and " " in name[:-size].strip()
    return before or (behind and not name[-size - 1 : -size].isspace())


def beside_time(line: str, accounts: Collection[str]) -> tuple[str, PostTime | None] | None:
    """Who of the *accounts* a *line* names with nothing else but a time beside it, and that, if it is one.

    A time in another language is one if a sign such as » or — parts it from the name.
    """
    if len(line) > _MOST or not any(char.isdigit() for char in line):
        return None
    for account in accounts:
        found = _whole(account).search(line)
        if found is None:
            continue
        before, behind = line[: found.start()], line[found.end() :]
        rest = f"{before.strip(_AROUND)} {behind.strip(_AROUND)}".strip()
        if (time := clock_in(rest)) is not None:
            return found.group(), time
        if (
            behind
            and _SIGNS.match(behind.lstrip() if behind.lstrip()[:1] in "»•·|" else behind)
            and _DATED.search(behind)
        ):
            return (found.group(), None) if len(rest.split()) <= _MOST_WORDS and rest[-1:] not in "!?" else None
    return None


def names_with_time(line: str, name: str) -> bool:
    """Whether a *line* is of a page, with *name* and a time, in whatever words: no sentence has that with so few."""
    if len(line) > _MOST or _whole(name.casefold()).search(line) is None:
        return False
    rest = _whole(name.casefold()).sub("", line)
    return bool(_DATED.search(rest)) and len(rest.split()) <= _MOST_WORDS and line.rstrip()[-1:] not in "!?"


@lru_cache(maxsize=256)
def _whole(account: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w]){re.escape(account)}(?![\w])", re.IGNORECASE)
