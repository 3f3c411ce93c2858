"""A Discord server as a bot, which asks when it wants to know something and does not stay connected."""

import asyncio
import re
import ssl
from collections.abc import Coroutine, Iterator, Mapping, Sequence
from datetime import datetime
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Annotated, Any, TypeVar

import msgspec

from pbem.errors import extra
from pbem.forum.member import (
    Account,
    ForumPost,
    ForumTrouble,
    NoForum,
    Seen,
    ThreadReading,
    ThreadSeen,
    digest,
    entry,
    short,
)
from pbem.settings.forum import DISCORD_CHANNEL, ForumSettings

with extra("discord"):
    import aiohttp
    import discord
    from discord.http import Route

_LONGEST = 90.0
"""How long one request may take, in seconds, with all waiting that Discord wants."""
_SOON, _HOUR = 300.0, 3600.0
_PAGE = 100
"""How many messages Discord gives at once."""
_MOST_PAGES = 50
_EDITABLE = 500
"""So many of the newest messages of a channel are read again, as they may have been edited."""
_MOST_FOUND = 1000
_NONCE = 25
_TYPED = frozenset({0, 19})
"""The types of messages that someone has typed: new ones and answers."""
_MOST_FILES, _MOST_BYTES = 5, 100_000
"""Of a long text Discord itself makes a file."""
_TEXTS = (".txt", ".yaml", ".yml", ".md")
_NUMBER = re.compile(r"[0-9]{17,20}")
_SENT_WITH = "attachment://{}"
_SEES = 1 << 10
_SERVERS_TROUBLE, _BUSY, _NO_TOKEN = 500, 429, 401
_PASSING = frozenset({403, 404})
"""Refusals that end when someone gives the bot a permission."""
_HELPS: Mapping[int, str] = {
    50001: "the bot may not see that channel",
    50007: "the player must allow direct messages from members of the server, or get a channel in `channels`",
    50013: "the bot lacks a permission in that channel",
}
_NO_CONTENT = "the bot may not read what is written: switch on Message Content Intent on its page at Discord, under Bot"

T = TypeVar("T")
_Time = Annotated[datetime, msgspec.Meta(tz=True)]


class _User(msgspec.Struct):
    id: str
    username: str
    bot: bool = False


class _Member(msgspec.Struct):
    user: _User


class _Tags(msgspec.Struct, frozen=True):
    bot_id: str = ""


class _Role(msgspec.Struct):
    id: str
    tags: _Tags = _Tags()


class _File(msgspec.Struct):
    id: str
    url: str
    filename: str
    size: int


class _Message(msgspec.Struct):
    id: str
    author: _User
    timestamp: _Time
    type: int
    edited_timestamp: _Time | None = None
    content: str = ""
    attachments: list[_File] = []


class _Overwrite(msgspec.Struct):
    id: str
    allow: str
    deny: str


class _Channel(msgspec.Struct):
    id: str
    permission_overwrites: list[_Overwrite] = []


class Discord:
    """A channel or thread of a server, and for each player a channel or direct messages; the password is the token."""

    def __init__(self, settings: ForumSettings, folder: Path, guild: str, public: str) -> None:
        self.longest, self._settings = settings.longest, settings
        self._guild, self._public = guild, public
        self._token, self._trust = entry(settings, folder)
        self._loop = asyncio.Runner()
        self._client: discord.Client | None = None
        self._channels: dict[str, str] = {}
        self._servers = {public: guild}
        self._pictures: dict[str, bytes] = {}
        self.unread: list[str] = []

    def who(self) -> Account:
        """The bot."""
        user = self._logged_in().user
        return Account(str(user.id), user.name) if user else Account("", "")

    def account(self, name: str) -> Account | None:
        """The member of the server with that user name, which is no one else's, or the user with that number."""
        if _NUMBER.fullmatch(name):
            try:
                users = [self._asked(_User, Route("GET", "/users/{user_id}", user_id=name))]
            except ForumTrouble as trouble:
                if trouble.code != "refused":
                    raise
                users = []
        else:
            route = Route("GET", "/guilds/{guild_id}/members/search", guild_id=self._guild)
            members = self._asked(list[_Member], route, params={"query": name, "limit": _MOST_FOUND})
            users = [one.user for one in members if one.user.username.casefold() == name.casefold()]
        found = [one for one in users if not one.bot]
        return Account(found[0].id, found[0].username) if len(found) == 1 else None

    def read(self, seen: Seen, accounts: Sequence[Account] = ()) -> tuple[list[ForumPost], Seen]:
        """A channel that we may not read stops no other."""
        self.unread.clear()
        news, threads = self._thread(self._public, seen, private=False)
        for account in accounts:
            try:
                found, more = self._thread(self._channel(account), seen, private=True)
            except ForumTrouble as trouble:
                if trouble.code != "refused":
                    raise
                self.unread.append(f"what {account.name} writes to the bot cannot be read: {trouble.says}")
                continue
            news, threads = news + found, threads | more
        ours = self.who().ident
        return [post for post in news if post.author.ident != ours], Seen({**seen.threads, **threads})

    def reply(self, thread: str, text: str) -> ForumPost:
        """Write in a channel; its number is *thread*, or it is that of game.yaml."""
        return self._sent(self._named(thread), text)

    def message(self, to: Account, title: str, text: str) -> ForumPost:
        """Write to a member; messages have no title."""
        return self._sent(self._channel(to), text)

    def picture(self, name: str, png: bytes) -> str:
        """Keep a picture for the message that names it, with which it is uploaded."""
        self._pictures[name] = png
        return _SENT_WITH.format(name)

    def find(self, mark: str, where: str | Account, since: datetime | None = None) -> ForumPost | None:
        """The newest messages are looked at first."""
        thread = self._named(where) if isinstance(where, str) else self._channel(where)
        ours, before = self.who().ident, dict[str, str]()
        for _ in range(_MOST_PAGES):
            page = self._page(thread, **before)
            for one in reversed(page):
                if one.author.id == ours and mark in one.content:
                    return self._post(one, thread)
            if len(page) < _PAGE or (since and page[0].timestamp < since):
                break
            before = {"before": page[0].id}
        return None

    def edit(self, post: ForumPost, text: str) -> None:
        """Put another text into our own message."""
        route = Route("PATCH", "/channels/{channel_id}/messages/{id}", channel_id=post.thread, id=post.ident)
        self._asked(_Message, route, json={"content": text, "allowed_mentions": {"parse": []}})

    def close(self) -> None:
        """Close all connections."""
        if self._client:
            self._loop.run(self._client.close())
        self._loop.close()

    # Reading

    def _thread(self, thread: str, seen: Seen, *, private: bool) -> tuple[list[ForumPost], dict[str, ThreadSeen]]:
        """What is new, edited or gone in a channel; of one that was never read only the newest messages are."""
        before = seen.threads.get(thread, ThreadSeen())
        if not before.settled:
            page = self._page(thread)
            first = int(page[0].id if page else thread)
            before = msgspec.structs.replace(before, settled=first - 1)
        reading, there = ThreadReading(thread, before, private=private, first=before.settled + 1), list[str]()
        for one in self._after(thread, before.settled):
            there.append(one.id)
            looks = digest("\0".join((one.content, *(file.id for file in one.attachments))))
            if reading.is_new(self._post(one, thread), looks, self.who().ident) and one.type in _TYPED:
                reading.news.append(self._post(one, thread, self._files(one)))
        if len(there) > _EDITABLE:
            reading.settled = max(reading.settled, int(there[-_EDITABLE]))
        news, now = reading.end(set(there))
        return news, {thread: now}

    def _after(self, thread: str, number: int) -> Iterator[_Message]:
        """The messages after that *number* in their order."""
        page = self._page(thread, after=str(number))
        while page:
            yield from page
            page = self._page(thread, after=page[-1].id) if len(page) == _PAGE else []

    def _page(self, thread: str, **which: str) -> list[_Message]:
        """Some messages in their order, the newest ones if nothing else is said."""
        route = Route("GET", "/channels/{channel_id}/messages", channel_id=thread)
        found = self._asked(list[_Message], route, params={"limit": _PAGE, **which})
        return sorted(found, key=lambda one: int(one.id))

    def _files(self, message: _Message) -> list[str]:
        """The texts of the files of a message, without one that is removed meanwhile."""
        texts = []
        for file in message.attachments[:_MOST_FILES]:
            if file.filename.lower().endswith(_TEXTS) and file.size <= _MOST_BYTES:
                try:
                    data: bytes = self._done(self._logged_in().http.get_from_cdn(file.url))
                except ForumTrouble as trouble:
                    if trouble.code != "refused":
                        raise
                    continue
                texts.append(data.decode("utf-8", "replace"))
        return texts

    def _post(self, one: _Message, thread: str, files: Sequence[str] = ()) -> ForumPost:
        return ForumPost(
            ident=one.id,
            thread=thread,
            author=Account(one.author.id, one.author.username),
            at=one.timestamp,
            edited_at=one.edited_timestamp,
            edits=int(one.edited_timestamp is not None),
            private=thread != self._public,
            text="\n\n".join(filter(None, (one.content, *files))),
            link=self._link(thread, one.id),
        )

    def _link(self, thread: str, ident: str) -> str:
        return f"https://discord.com/channels/{self._servers.get(thread, '@me')}/{thread}/{ident}"

    # Channels

    def _named(self, thread: str) -> str:
        return self._public if thread in ("", self._settings.thread) else thread

    def _channel(self, account: Account) -> str:
        """The number of the channel where we write to a member alone."""
        if account.name not in self._channels:
            found = account if account.ident else self.account(account.name)
            if found is None:
                says = f"no member of the server has the user name {account.name!r}"
                raise ForumTrouble("refused", says, _HOUR)
            if found.ident == self.who().ident:
                raise ForumTrouble("refused", "a bot cannot write to itself", for_good=True)
            own = self._settings.channels.get(account.name)
            direct = Route("POST", "/users/@me/channels")
            self._channels[account.name] = (
                self._own(own, found) if own else self._asked(_Channel, direct, json={"recipient_id": found.ident}).id
            )
        return self._channels[account.name]

    def _own(self, url: str, account: Account) -> str:
        """The channel at *url*, if only that member and the bot may see it; of a thread that cannot be known."""
        guild, number = _numbers(url)
        channel = self._asked(_Channel, Route("GET", "/channels/{channel_id}", channel_id=number))
        us = self.who().ident
        roles = self._asked(list[_Role], Route("GET", "/guilds/{guild_id}/roles", guild_id=guild))
        ours = {account.ident, us, *(role.id for role in roles if role.tags.bot_id == us)}
        hidden = any(one.id == guild and int(one.deny) & _SEES for one in channel.permission_overwrites)
        seeing = {one.id for one in channel.permission_overwrites if int(one.allow) & _SEES}
        if not (hidden and seeing <= ours):
            says = f"others than {account.name} may see {url}: deny it to @everyone, and allow it to no one else"
            raise ForumTrouble("refused", says, _HOUR)
        self._servers[number] = guild
        return number

    # Writing

    def _sent(self, thread: str, text: str) -> ForumPost:
        """Send a text, once: within minutes Discord itself knows it again by its number, should the line break."""
        shown = {name: _SENT_WITH.format(name) for name in self._pictures}
        files = [discord.File(BytesIO(self._pictures[name]), name) for name, said in shown.items() if said in text]
        for said in shown.values():
            text = text.replace(f"{said}\n\n", "")
        channel = self._logged_in().get_partial_messageable(int(thread))
        nonce = sha256(f"{thread} {text}".encode()).hexdigest()[:_NONCE]
        unheard = discord.AllowedMentions.none()
        sending = channel.send(text, files=files, nonce=nonce, allowed_mentions=unheard, suppress_embeds=True)
        made = self._done(sending, writes=True)
        return ForumPost(
            str(made.id), thread, self.who(), made.created_at, private=thread != self._public, text=text,
            link=self._link(thread, str(made.id)),
        )  # fmt: skip

    # Talking

    def _logged_in(self) -> discord.Client:
        """The client, once Discord has let it in."""
        if self._client is None:
            self._client = self._done(_logged_in(self._token, self._trust))
        flags = self._client.application_flags
        if not (flags.gateway_message_content or flags.gateway_message_content_limited):
            raise ForumTrouble("refused", _NO_CONTENT, _HOUR)
        return self._client

    def _asked(self, kind: type[T], route: Route, **content: Any) -> T:
        """What Discord says, as data of that *kind*."""
        found = self._done(self._logged_in().http.request(route, **content))
        try:
            return msgspec.convert(found, kind)
        except msgspec.ValidationError as error:
            raise ForumTrouble("odd", f"{short(route.url)} is not as expected: {short(error)}") from None

    def _done(self, work: Coroutine[Any, Any, T], *, writes: bool = False) -> T:
        """Wait for *work*, and say in the words for all forums what is in its way."""
        try:
            return self._loop.run(asyncio.wait_for(work, _LONGEST))
        except discord.LoginFailure:
            raise ForumTrouble("login", "Discord does not accept the token of the bot") from None
        except discord.RateLimited as limited:
            raise ForumTrouble("busy", "Discord wants fewer requests", limited.retry_after) from None
        except discord.HTTPException as refused:
            raise _refusal(refused, writes=writes) from None
        except aiohttp.ClientConnectorError as error:
            raise ForumTrouble("away", f"no connection: {short(error)}", _SOON) from None
        except (aiohttp.ClientError, OSError) as error:
            says = f"connection lost: {short(error) or type(error).__name__}"
            raise ForumTrouble("unknown" if writes else "away", says, _SOON) from None
        except (LookupError, TypeError, ValueError, discord.DiscordException) as error:
            says = f"Discord answers oddly: {type(error).__name__} {short(error)}"
            raise ForumTrouble("unknown" if writes else "odd", says, _SOON) from None


def _refusal(error: discord.HTTPException, *, writes: bool) -> ForumTrouble:
    """What it means that Discord did not do as asked."""
    helps = _HELPS.get(error.code, "")
    says = short(f"{error.text or error.status}{'; ' if helps else ''}{helps}")
    if error.status == _NO_TOKEN:
        return ForumTrouble("login", f"Discord does not accept the token of the bot: {says}")
    if error.status == _BUSY:
        said = str(error.response.headers.get("Retry-After", ""))
        return ForumTrouble("busy", f"Discord wants fewer requests: {says}", float(said) if said.isdigit() else _SOON)
    if error.status >= _SERVERS_TROUBLE:
        return ForumTrouble("unknown" if writes else "away", f"Discord has trouble of its own: {says}", _SOON)
    passing = error.status in _PASSING
    return ForumTrouble("refused", says, _HOUR if passing else None, for_good=not passing)


async def _logged_in(token: str, trust: ssl.SSLContext) -> discord.Client:
    """A client that Discord has let in; each of its requests has a line of its own, as one that idles may be cut."""
    connector = aiohttp.TCPConnector(force_close=True, ssl=trust)
    client = discord.Client(intents=discord.Intents.none(), connector=connector, max_ratelimit_timeout=_LONGEST)
    try:
        await client.login(token)
    except BaseException:
        await client.close()
        raise
    return client


def _numbers(url: str) -> tuple[str, str]:
    """The number of a server and of a channel in its address; raises `NoForum`."""
    found = DISCORD_CHANNEL.fullmatch(url)
    if not found:
        raise NoForum(f"{url} is not the address of a channel or thread, such as https://discord.com/channels/1/2")
    return found[1], found[2]


def forum(settings: ForumSettings, folder: Path) -> Discord:
    """The server of game.yaml."""
    return Discord(settings, folder, *_numbers(settings.thread))
