"""What is posted in the forum: a file for each post, which texts of the outbox it has and how far it is.

    posts/0007.json        is to be posted
    posts/0007.done.json   was posted: its parts with their links
    posts/first.json       how the first post of the thread stands

A post that was taken to be posted never changes again; until then it takes up what else is written for the same reader.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path

import msgspec
from msgspec.structs import replace

from pbem.store import files

NAME = "posts"
_NAME = re.compile(r"(\d{4,})(\.done)?\.json")
_FIRST = "first.json"
_WITHOUT = "it is made again"


class PostRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """A post: the texts of the outbox in it, and for which *seat* it is, or for all in the thread.

    It was *taken* to be posted at a time, in so many *parts*; those that were posted have *links*, which may be empty.
    A program that could not post it keeps the *trouble*, and when it is *due* again: never without a person, if not.
    What it uploaded is *shown* in the post by this markup.
    """

    number: int
    messages: tuple[str, ...]
    seat: str = ""
    taken: datetime | None = None
    parts: int = 0
    links: tuple[str, ...] = ()
    done: datetime | None = None
    trouble: str = ""
    due: datetime | None = None
    tries: int = 0
    shown: tuple[str, ...] = ()


class FirstPost(msgspec.Struct, frozen=True, omit_defaults=True):
    """The first post of the thread, as it is since it was asked for: it *stands* there with a text of this digest.

    A text of the digest *copied* was *taken* to be pasted at a time. The moderator told its *link*. A program that
    found it as its own post *ident* in *thread* edits it, unless a *trouble* has ended that; it looks again, or tries
    again, when that is *due*.
    """

    stands: str = ""
    copied: str = ""
    taken: datetime | None = None
    link: str = ""
    ident: str = ""
    thread: str = ""
    trouble: str = ""
    due: datetime | None = None
    tries: int = 0

    @property
    def by_hand(self) -> bool:
        """Whether a person edits it: no program has found it, or the forum refuses that."""
        return not self.ident or bool(self.trouble)


class PostBook:
    """The posts of a game; for the holder of its lock."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def waiting(self) -> list[PostRecord]:
        """The posts that are to be posted, in their order."""
        found = (files.read(self._path(number), PostRecord, _WITHOUT) for number, done in self._numbers() if not done)
        return [record for record in found if record]

    def posted(self) -> Iterator[PostRecord]:
        """The posts that were posted, in their order."""
        for number, done in self._numbers():
            if done and (record := files.read(self._path(number, done=True), PostRecord, _WITHOUT)):
                yield record

    def first(self) -> FirstPost | None:
        """How the first post stands; None before anyone has asked for it."""
        path = self.folder / _FIRST
        return files.read(path, FirstPost, _WITHOUT) if path.is_file() else None

    def write_first(self, first: FirstPost) -> None:
        """Keep how the first post stands."""
        files.make_folder(self.folder)
        files.write(self.folder / _FIRST, msgspec.json.encode(first) + b"\n")

    def take_up(self, messages: Sequence[tuple[str, str]]) -> list[PostRecord]:
        """The posts that wait once they have all *messages* that wait, each with its seat; others are left out."""
        there = [ident for ident, _ in messages]
        found: list[PostRecord] = []
        for record in self.waiting():
            kept = tuple(ident for ident in record.messages if ident in there)
            if not kept and not record.links:
                self.close(record)  # what it had is for no one any more
            else:
                found.append(record)
        known = {ident for record in found for ident in record.messages}
        for ident, seat in messages:
            if ident in known:
                continue
            open_ = next((at for at, one in enumerate(found) if seat and one.seat == seat and not one.taken), None)
            if open_ is None:
                last = max((number for number, _ in self._numbers()), default=0)
                found.append(PostRecord(last + 1, (ident,), seat))
                self.write(found[-1])
            else:
                found[open_] = replace(found[open_], messages=(*found[open_].messages, ident))
                self.write(found[open_])
        return found

    def write(self, record: PostRecord) -> None:
        """Keep how far a post is."""
        files.make_folder(self.folder)
        files.write(self._path(record.number), msgspec.json.encode(record) + b"\n")

    def close(self, record: PostRecord) -> None:
        """Keep a post as posted."""
        self.write(record)
        files.move(self._path(record.number), self._path(record.number, done=True))

    def _path(self, number: int, *, done: bool = False) -> Path:
        return self.folder / f"{number:04d}{'.done' if done else ''}.json"

    def _numbers(self) -> list[tuple[int, bool]]:
        names = files.names(self.folder) if self.folder.is_dir() else ()
        return sorted((int(found[1]), bool(found[2])) for name in names if (found := _NAME.fullmatch(name)))
