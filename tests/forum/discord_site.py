"""A small Discord of a test: its interface for bots, version 10, as its documents describe it."""

import re
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from typing import Any, NamedTuple

import msgspec

from tests.forum.site import Asked, Said, Site, data

START = datetime.now(UTC).replace(microsecond=0) - timedelta(hours=3)
BEGIN = datetime(2015, 1, 1, tzinfo=UTC)
"""From which on Discord counts the milliseconds that are in its numbers."""
TOKEN, MOST = "token-of-bot", 2000
GUILD, THREAD = "100000000000000001", "100000000000000007"
REFEREE, ANNA, BERT, STRANGER = (f"20000000000000000{number}" for number in range(1, 5))
OWN_ROLE, SHARED_ROLE = "300000000000000001", "300000000000000002"
SEES = 1 << 10
CONTENT = 1 << 18
TEXT, DIRECT, PUBLIC_THREAD = 0, 1, 11


class File(NamedTuple):
    ident: str
    name: str
    kind: str
    content: bytes


class Message:
    def __init__(self, ident: str, channel: str, user: str, content: str, at: datetime) -> None:
        self.ident, self.channel, self.user, self.content, self.at = ident, channel, user, content, at
        self.edited: datetime | None = None
        self.files: list[File] = []
        self.type = 0


class Channel:
    def __init__(self, ident: str, kind: int, users: set[str]) -> None:
        self.ident, self.kind, self.users = ident, kind, users
        """Who may read it; all members, if that is empty."""
        self.messages: list[Message] = []
        self.rules: list[dict[str, Any]] = []


class DiscordSite(Site):
    def __init__(self) -> None:
        super().__init__()
        self.users = {REFEREE: "referee", ANNA: "anna", BERT: "bert", STRANGER: "someone"}
        self.bots = {REFEREE}
        self.outside: set[str] = set()
        """Who is no member of the server."""
        self.closed: set[str] = set()
        """Who takes no direct messages."""
        self.flags = CONTENT
        self.now = START
        self._numbers = 0
        self._nonces: dict[str, Message] = {}
        self.channels: dict[str, Channel] = {}
        self.begin()

    def forget(self) -> None:
        """Some minutes pass, after which a message is not known again by its nonce."""
        self._nonces.clear()

    def begin(self) -> None:
        """Begin anew with one thread and its first message, and with the channels that were made."""
        made = {ident: one for ident, one in self.channels.items() if one.kind == TEXT}
        self.channels = {THREAD: Channel(THREAD, PUBLIC_THREAD, set()), **made}
        self.forget()
        self.post(THREAD, ANNA, "Welcome to the game.")

    @property
    def thread(self) -> str:
        return f"https://discord.com/channels/{GUILD}/{THREAD}"

    def number(self) -> str:
        self._numbers += 1
        return str((int((self.now - BEGIN).total_seconds() * 1000) << 22) + self._numbers)

    def texts(self) -> list[str]:
        """All that the bot wrote."""
        return [one.content for channel in self.channels.values() for one in channel.messages if one.user == REFEREE]

    def post(self, channel: str, user: str, content: str, *files: tuple[str, str, bytes]) -> Message:
        made = Message(self.number(), channel, user, content.strip(), self.now)
        made.files = [File(self.number(), *file) for file in files]
        self.channels[channel].messages.append(made)
        return made

    def direct(self, user: str) -> Channel:
        """The direct messages between the bot and *user*."""
        for one in self.channels.values():
            if one.kind == DIRECT and user in one.users:
                return one
        ident = self.number()
        self.channels[ident] = Channel(ident, DIRECT, {REFEREE, user})
        return self.channels[ident]

    def message(self, user: str, content: str, *files: tuple[str, str, bytes]) -> Message:
        return self.post(self.direct(user).ident, user, content, *files)

    def private(self, *allowed: str) -> str:
        """Make a channel that these roles and members may see; its address."""
        ident = self.number()
        self.channels[ident] = made = Channel(ident, TEXT, {REFEREE, *allowed} & set(self.users))
        made.rules = [{"id": GUILD, "type": 0, "allow": "0", "deny": str(SEES)}]
        made.rules += [
            {"id": one, "type": int(one in self.users), "allow": str(SEES | 1 << 11), "deny": "0"} for one in allowed
        ]
        return f"https://discord.com/channels/{GUILD}/{ident}"

    def edit(self, message: Message, content: str) -> None:
        message.content, message.edited = content, self.now

    def remove(self, message: Message) -> None:
        self.channels[message.channel].messages.remove(message)

    def answer(self, asked: Asked) -> Said:
        if found := re.fullmatch(r"/files/(\d+)/.*", asked.path):
            return self._file(found[1])
        if asked.headers.get("authorization") != f"Bot {TOKEN}":
            return refused(401, 0, "401: Unauthorized")
        for method, pattern, do in (
            ("GET", r"/users/@me", self._me),
            ("GET", r"/oauth2/applications/@me", self._application),
            ("GET", r"/users/(\d+)", self._user),
            ("POST", r"/users/@me/channels", self._open),
            ("GET", r"/guilds/(\d+)/members/search", self._search),
            ("GET", r"/guilds/(\d+)/roles", self._roles),
            ("GET", r"/channels/(\d+)", self._channel),
            ("GET", r"/channels/(\d+)/messages", self._messages),
            ("POST", r"/channels/(\d+)/messages", self._create),
            ("PATCH", r"/channels/(\d+)/messages/(\d+)", self._update),
        ):
            found = re.fullmatch(f"/api/v10{pattern}", asked.path)
            if method == asked.method and found:
                return do(asked, *found.groups())
        return refused(404, 0, "404: Not Found")

    def _me(self, _asked: Asked) -> Said:
        return data(self._shown_user(REFEREE))

    def _application(self, _asked: Asked) -> Said:
        owner = self._shown_user(STRANGER)
        return data({
            "id": REFEREE, "name": "Referee", "icon": None, "description": "", "bot_public": False, "flags": self.flags,
            "bot_require_code_grant": False, "owner": owner, "verify_key": "", "team": None,
        })  # fmt: skip

    def _user(self, _asked: Asked, ident: str) -> Said:
        return data(self._shown_user(ident)) if ident in self.users else refused(404, 10013, "Unknown User")

    def _open(self, asked: Asked) -> Said:
        ident = asked.json["recipient_id"]
        if ident not in self.users or ident == REFEREE:
            return refused(400, 50033, "Invalid Recipient(s)")
        return data(self._shown_channel(self.direct(ident)))

    def _search(self, asked: Asked, guild: str) -> Said:
        """Names and nicknames that begin so, in no order that helps."""
        if guild != GUILD:
            return refused(403, 50001, "Missing Access")
        wanted = asked.value("query").casefold()
        there = [one for one, name in self.users.items() if name.casefold().startswith(wanted)]
        shown: list[Any] = [
            {"user": self._shown_user(one), "nick": None, "roles": []} for one in there if one not in self.outside
        ]
        return data(list(reversed(shown))[: int(asked.value("limit", "1"))])

    def _roles(self, _asked: Asked, guild: str) -> Said:
        """Everyone's, that of the bot, and one that has a bot and players."""
        shown = [{"id": guild, "name": "@everyone"}, {"id": SHARED_ROLE, "name": "all", "tags": {"bot_id": ANNA}}]
        return data([*shown, {"id": OWN_ROLE, "name": "referee", "tags": {"bot_id": REFEREE, "premium": None}}])

    def _seen(self, ident: str) -> Channel | Said:
        found = self.channels.get(ident)
        if found is None:
            return refused(404, 10003, "Unknown Channel")
        return refused(403, 50001, "Missing Access") if found.users and REFEREE not in found.users else found

    def _channel(self, _asked: Asked, ident: str) -> Said:
        found = self._seen(ident)
        return found if isinstance(found, Said) else data(self._shown_channel(found))

    def _messages(self, asked: Asked, ident: str) -> Said:
        """After a number the next ones, else the newest before it; the newest come first."""
        channel, limit = self._seen(ident), int(asked.value("limit", "50"))
        if isinstance(channel, Said):
            return channel
        if not 1 <= limit <= 100:
            return invalid("limit", "NUMBER_TYPE_MAX", "int value should be less than or equal to 100.")
        if after := asked.value("after"):
            found = [one for one in channel.messages if int(one.ident) > int(after)][:limit]
        else:
            before = int(asked.value("before", str(1 << 63)))
            found = [one for one in channel.messages if int(one.ident) < before][-limit:]
        return data([self._shown(one) for one in reversed(found)])

    def _create(self, asked: Asked, ident: str) -> Said:
        values, files = _parts(asked)
        channel, content = self._seen(ident), values.get("content") or ""
        if isinstance(channel, Said):
            return channel
        if self.closed & channel.users and channel.kind == DIRECT:
            return refused(403, 50007, "Cannot send messages to this user")
        if not content and not files:
            return refused(400, 50006, "Cannot send an empty message")
        if len(content) > MOST:
            return invalid("content", "BASE_TYPE_MAX_LENGTH", f"Must be {MOST} or fewer in length.")
        nonce = str(values.get("nonce", ""))
        if len(nonce) > 25:
            return invalid("nonce", "NONCE_TYPE_TOO_LONG", "Nonce must be 25 or fewer in length.")
        if not (values.get("enforce_nonce") and nonce in self._nonces):
            self._nonces[nonce] = self.post(ident, REFEREE, content, *files)
        return data(self._shown(self._nonces[nonce]) | {"nonce": nonce})

    def _update(self, asked: Asked, channel: str, ident: str) -> Said:
        message = next(one for one in self.channels[channel].messages if one.ident == ident)
        if message.user != REFEREE:
            return refused(403, 50005, "Cannot edit a message authored by another user")
        self.edit(message, asked.json["content"])
        return data(self._shown(message))

    def _file(self, ident: str) -> Said:
        files = (file for channel in self.channels.values() for one in channel.messages for file in one.files)
        found = next((file for file in files if file.ident == ident), None)
        return Said(200, found.content) if found else Said(404)

    def _shown_user(self, ident: str) -> dict[str, Any]:
        shown = {"id": ident, "username": self.users[ident], "discriminator": "0", "avatar": None, "global_name": "A"}
        return shown | ({"bot": True} if ident in self.bots else {})

    def _shown_channel(self, channel: Channel) -> dict[str, Any]:
        shown: dict[str, Any] = {"id": channel.ident, "type": channel.kind, "last_message_id": None}
        if channel.kind == DIRECT:
            return shown | {"recipients": [self._shown_user(one) for one in channel.users if one != REFEREE]}
        return shown | {"guild_id": GUILD, "name": "a-game", "permission_overwrites": channel.rules}

    def _shown(self, one: Message) -> dict[str, Any]:
        """A bot without the intent sees what is in a message only in direct ones and its own."""
        hidden = not self.flags and one.user != REFEREE and self.channels[one.channel].kind != DIRECT
        files = [
            {
                "id": file.ident, "filename": file.name, "size": len(file.content), "content_type": file.kind,
                "url": f"{self.url}/files/{file.ident}/{file.name}", "proxy_url": "",
            }
            for file in one.files
        ]  # fmt: skip
        return {
            "id": one.ident, "channel_id": one.channel, "author": self._shown_user(one.user), "type": one.type,
            "content": "" if hidden else one.content, "attachments": [] if hidden else files, "embeds": [],
            "timestamp": one.at.isoformat(), "edited_timestamp": one.edited.isoformat() if one.edited else None,
            "mentions": [], "mention_roles": [], "mention_everyone": False, "pinned": False, "tts": False, "flags": 0,
        }  # fmt: skip


def _parts(asked: Asked) -> tuple[dict[str, Any], list[tuple[str, str, bytes]]]:
    """The values of a new message, and its files as name, type and content."""
    kind = asked.headers["content-type"]
    if not kind.startswith("multipart/form-data"):
        return asked.json, []
    message = message_from_bytes(f"Content-Type: {kind}\r\n\r\n".encode() + asked.body)
    values: dict[str, Any] = {}
    files = []
    for part in message.walk():
        content = part.get_payload(decode=True)
        if not isinstance(content, bytes):
            continue
        if part.get_param("name", header="content-disposition") == "payload_json":
            values = msgspec.json.decode(content)
        else:
            files.append((part.get_filename() or "", "image/png", content))
    return values, files


def refused(status: int, code: int, says: str) -> Said:
    return data({"message": says, "code": code}, status)


def invalid(field: str, code: str, says: str) -> Said:
    wrong = {field: {"_errors": [{"code": code, "message": says}]}}
    return data({"message": "Invalid Form Body", "code": 50035, "errors": wrong}, 400)


def limited(seconds: float, *, everywhere: bool = False) -> Said:
    """What Discord says to who asks too often."""
    body = {"message": "You are being rate limited.", "retry_after": seconds, "global": everywhere}
    return data(body, 429, Via="1.1 google", Retry_After=str(int(seconds) + 1), X_RateLimit_Scope="user")
