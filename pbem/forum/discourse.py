"""A forum that runs Discourse, by its own interface for programs."""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Annotated, Any, TypeVar
from urllib.parse import quote, urlsplit

import msgspec

from pbem.forum.connection import UNREADABLE, Connection, ForumAnswer
from pbem.forum.member import Account, ForumPost, ForumTrouble, NoForum, Seen, ThreadReading, ThreadSeen, digest, short
from pbem.settings.forum import ForumSettings

_PAUSE = 5.0
_CHUNK = 20
"""How many posts the forum gives at once."""
_MOST_PAGES = 50
_HOURS = 3600.0
_GONE = frozenset({403, 404, 410})
_FINAL = frozenset({400, 403, 404, 410, 413, 422})
_ALONE = ("consecutive", "slow mode")
"""Words of refusals that end when others have posted, or when time has passed."""
_ACTION = 3
"""The type of a post that only tells what was done to the topic."""
_AT_ONCE = timedelta(seconds=2)
_TOPIC = re.compile(r"(/.*)?/t/(?:[^/]*[^/\d][^/]*/)?(\d+)(?:/\d+)?/?")

T = TypeVar("T")
_Time = Annotated[datetime, msgspec.Meta(tz=True)]


class _Raw(msgspec.Struct):
    id: int
    topic_id: int
    user_id: int
    username: str
    created_at: _Time
    updated_at: _Time
    post_number: int = 0
    version: int = 1
    post_type: int = 1
    raw: str = ""
    topic_slug: str = ""
    deleted_at: str | None = None
    user_deleted: bool = False
    hidden: bool = False


class _Stream(msgspec.Struct):
    posts: list[_Raw]
    stream: list[int] = []


class _Topic(msgspec.Struct):
    post_stream: _Stream


class _Listed(msgspec.Struct):
    id: int
    highest_post_number: int = 0
    bumped_at: _Time | None = None


class _TopicList(msgspec.Struct):
    topics: list[_Listed]
    more_topics_url: str | None = None


class _Lists(msgspec.Struct):
    topic_list: _TopicList


class _Member(msgspec.Struct):
    id: int
    username: str


class _User(msgspec.Struct):
    user: _Member


class _Pending(msgspec.Struct):
    raw_text: str = ""
    raw: str = ""


class _Waiting(msgspec.Struct):
    pending_posts: list[_Pending] = []


class Discourse:
    """A Discourse forum; the key of its interface is what game.yaml calls the password."""

    unread = ()

    def __init__(self, settings: ForumSettings, line: Connection, topic: str) -> None:
        self.longest, self._settings, self._line = settings.longest, settings, line
        line.headers.update({"Api-Key": line.secret, "Api-Username": settings.user, "Accept": "application/json"})
        self._public = topic
        self._self: Account | None = None

    def who(self) -> Account:
        """The account whose key this is."""
        if self._self is None:
            found = self.account(self._settings.user)
            if found is None:
                raise ForumTrouble("login", f"the forum has no member {self._settings.user!r}")
            self._self = found
        return self._self

    def account(self, name: str) -> Account | None:
        """The member of that name, whatever its capitals."""
        answer = self._line.get(f"u/{quote(name, safe='')}.json")
        if answer.status == 404:
            return None
        user = self._read(answer, _User).user
        return Account(str(user.id), user.username)

    def read(self, seen: Seen, accounts: Sequence[Account] = ()) -> tuple[list[ForumPost], Seen]:
        """A private thread that looks in the list as it did is read again only while its posts may be edited."""
        news: list[ForumPost] = []
        threads = dict(seen.threads)
        wanted = [(self._public, "")] + [(str(one.id), _state(one)) for one in self._private("private-messages")]
        for thread, state in dict(wanted).items():
            before = threads.get(thread, ThreadSeen())
            if state and state == before.state and before.settled >= max(map(int, before.posts), default=0):
                continue
            found, threads[thread] = self._thread(thread, before, state)
            news += found
        ours = self.who().ident
        return [post for post in news if post.author.ident != ours], Seen(threads)

    def reply(self, thread: str, text: str) -> ForumPost:
        """Post in a topic; *thread* is its number, or the thread of game.yaml."""
        return self._posted({"topic_id": int(self._topic(thread)), "raw": text})

    def message(self, to: Account, title: str, text: str) -> ForumPost:
        """Begin a personal message; another member who has taken that name gets none."""
        there = self.account(to.name)
        if there is None or to.ident not in ("", there.ident):
            says = f"no valid user: number {to.ident} of the forum is not {to.name!r} now"
            raise ForumTrouble("refused", says, for_good=True)
        values = {"title": title, "raw": text, "target_recipients": to.name, "archetype": "private_message"}
        return self._posted(values)

    def picture(self, name: str, png: bytes) -> str:
        """Upload a picture; one that no post shows is removed by the forum after some days."""
        values = {"type": "composer", "synchronous": "true"}
        answer = self._line.post("uploads.json", data=values, files={"file": (name, png, "image/png")})
        found = self._checked(answer).json()
        if not isinstance(found, dict) or not isinstance(found.get("short_url"), str):
            raise ForumTrouble("odd", f"the forum does not say where the picture is: {short(found)}")
        return f"![{name}]({found['short_url']})"

    def find(self, mark: str, where: str | Account, since: datetime | None = None) -> ForumPost | None:
        """The newest posts are looked at first; one that waits for the forum's moderators counts."""
        for topic in [self._topic(where)] if isinstance(where, str) else (str(one.id) for one in self._sent(since)):
            if found := self._own(topic, mark, since):
                return found
        answer = self._line.get(f"posts/{quote(self.who().name, safe='')}/pending.json")
        waiting = [] if answer.status in _GONE else self._read(answer, _Waiting).pending_posts
        if any(mark in (one.raw_text or one.raw) for one in waiting):
            return _awaited(self._topic(where) if isinstance(where, str) else "", self.who())
        return None

    def edit(self, post: ForumPost, text: str) -> None:
        """Revise our own post."""
        self._checked(self._line.post(f"posts/{int(post.ident)}.json", method="PUT", json={"post": {"raw": text}}))

    def close(self) -> None:
        """Close all connections."""
        self._line.close()

    def _topic(self, thread: str) -> str:
        return self._public if thread in ("", self._settings.thread) else thread

    def _private(self, which: str) -> Iterator[_Listed]:
        me = quote(self._settings.user, safe="")
        for page in range(_MOST_PAGES):
            answer = self._line.get(f"topics/{which}/{me}.json", {"page": page})
            listed = self._read(answer, _Lists).topic_list
            yield from listed.topics
            if not listed.topics or not listed.more_topics_url:
                return

    def _sent(self, since: datetime | None) -> Iterator[_Listed]:
        """The private threads in which we have posted, as far as any post is so new."""
        for one in self._private("private-messages-sent"):
            if since and one.bumped_at and one.bumped_at < since:
                return
            yield one

    def _thread(self, thread: str, before: ThreadSeen, state: str) -> tuple[list[ForumPost], ThreadSeen]:
        """What is new in a topic, edited or gone; its first posts are not read again once they are old."""
        stream = self._stream(thread)
        if stream is None:
            return [], before
        reading = ThreadReading(thread, before, private=thread != self._public)
        wanted = [ident for ident in stream if ident > before.settled or str(ident) not in before.posts]
        for raw in self._raws(thread, wanted):
            post = self._post(raw)
            looks = "" if post.gone else digest(post.text)
            if reading.is_new(post, looks, self.who().ident) and raw.post_type != _ACTION:
                reading.news.append(post)
        return reading.end(set(map(str, stream)), state)

    def _own(self, topic: str, mark: str, since: datetime | None) -> ForumPost | None:
        stream, ours = self._stream(topic) or [], int(self.who().ident)
        for start in range(len(stream), 0, -_CHUNK):
            chunk = list(self._raws(topic, stream[max(0, start - _CHUNK) : start]))
            for raw in reversed(chunk):
                if raw.user_id == ours and mark in raw.raw and not raw.deleted_at:
                    return self._post(raw)
            if since and any(raw.created_at < since for raw in chunk):
                return None
        return None

    def _stream(self, topic: str) -> list[int] | None:
        """The numbers of all posts of a topic in order; None if it is not there, or not for us."""
        answer = self._line.get(f"t/{int(topic)}.json")
        if answer.status in _GONE and topic != self._public:
            return None
        return self._read(answer, _Topic).post_stream.stream

    def _raws(self, topic: str, idents: Sequence[int]) -> Iterator[_Raw]:
        for start in range(0, len(idents), _CHUNK):
            query = {"post_ids[]": list(idents[start : start + _CHUNK]), "include_raw": "true"}
            found = self._read(self._line.get(f"t/{int(topic)}/posts.json", query), _Topic).post_stream.posts
            yield from sorted(found, key=lambda raw: raw.post_number)

    def _posted(self, values: Mapping[str, Any]) -> ForumPost:
        answer = self._checked(self._line.post("posts.json", is_text=True, json=values))
        said = answer.json()
        if isinstance(said, dict) and said.get("action") == "enqueued":
            return _awaited(str(values.get("topic_id", "")), self.who())
        try:
            raw = msgspec.convert(said, _Raw)
        except msgspec.ValidationError:
            raise ForumTrouble("unknown", f"the forum answers oddly: {short(said)}") from None
        return self._post(raw)

    def _post(self, raw: _Raw) -> ForumPost:
        """An edit in the first minutes makes no new version, and shows only in the time of the last change."""
        topic, gone = str(raw.topic_id), bool(raw.deleted_at or raw.user_deleted or raw.hidden)
        return ForumPost(
            ident=str(raw.id),
            thread=topic,
            author=Account(str(raw.user_id), raw.username),
            at=_utc(raw.created_at),
            edited_at=_utc(raw.updated_at) if raw.updated_at - raw.created_at > _AT_ONCE else None,
            edits=raw.version - 1,
            gone=gone,
            private=topic != self._public,
            text="" if gone else raw.raw,
            link=f"{self._line.base}{self._line.root}t/{topic}/{raw.post_number}",
        )

    def _checked(self, answer: ForumAnswer) -> ForumAnswer:
        """The *answer*, unless it is a refusal."""
        if answer.status < 300:
            return answer
        said = _errors(answer)
        if answer.status == 401 or (answer.status == 403 and "API" in said):
            raise ForumTrouble("login", f"the forum does not accept the key, or not for this user: {said}")
        if answer.status == 409:
            raise ForumTrouble("busy", said, 60)
        waits = answer.status == 422 and any(word in said.casefold() for word in _ALONE)
        raise ForumTrouble("refused", said, _HOURS if waits else None, for_good=answer.status in _FINAL and not waits)

    def _read(self, answer: ForumAnswer, kind: type[T]) -> T:
        self._checked(answer)
        try:
            return msgspec.json.decode(answer.body, type=kind)
        except UNREADABLE as error:
            raise ForumTrouble("odd", f"{short(answer.url)} is not as expected: {short(error)}") from None


def _state(listed: _Listed) -> str:
    return f"{listed.highest_post_number} {listed.bumped_at}"


def _utc(at: datetime) -> datetime:
    try:
        return at.astimezone(UTC)
    except OverflowError:
        raise ForumTrouble("odd", f"the forum says that a post is of {at}") from None


def _awaited(thread: str, author: Account) -> ForumPost:
    """A post of ours that the forum's moderators have not let through yet."""
    return ForumPost("", thread, author, datetime.now(UTC))


def _errors(answer: ForumAnswer) -> str:
    """What the forum says is wrong."""
    try:
        return short(" ".join(msgspec.json.decode(answer.body)["errors"]))
    except (*UNREADABLE, LookupError, TypeError):
        return short(f"{answer.status} {answer.text}")


def forum(settings: ForumSettings, folder: Path) -> Discourse:
    """The forum of game.yaml."""
    found = _TOPIC.fullmatch(urlsplit(settings.thread).path)
    if not found:
        raise NoForum(f"{settings.thread} is not the address of a topic, which has /t/ and a number")
    return Discourse(settings, Connection(settings, folder, found[1] or "", _PAUSE), found[2])
