"""A Discord server as a bot, over a real socket."""

import asyncio
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from discord.http import Route

from pbem.forum.discord import Discord
from pbem.forum.member import Account, Forum, ForumPost, ForumTrouble, NoForum, Seen, forum_of
from pbem.forum.posting import SETTLES, mark, posted
from pbem.settings.forum import ForumSettings
from tests.forum.discord_site import (
    ANNA,
    BERT,
    GUILD,
    OWN_ROLE,
    REFEREE,
    SHARED_ROLE,
    START,
    STRANGER,
    THREAD,
    TOKEN,
    DiscordSite,
    limited,
)
from tests.forum.killing import killed_at
from tests.forum.site import Said, Trick, data, running

SHEET = "round: 3\nseat: Blue\n\norders:\n  - 1st Corps: move A4 -> B4, *forced*\n> quoted"
PNG = b"\x89PNG\r\n\x1a\n"
TO_ANNA, TO_BERT = Account(ANNA, "anna"), Account(BERT, "bert")
PLAYERS = (TO_ANNA, TO_BERT)


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """What the library has waited; no time passes for it."""
    found: list[float] = []
    sleep = asyncio.sleep

    async def noted(seconds: float, result: Any = None) -> Any:
        found.extend([seconds] if seconds else [])
        return await sleep(0, result)

    monkeypatch.setattr(asyncio, "sleep", noted)
    return found


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> Iterator[DiscordSite]:
    made = DiscordSite()
    with running(made):
        monkeypatch.setattr(Route, "BASE", f"{made.url}/api/v10")
        yield made


def member(site: DiscordSite, folder: Path, token: str = TOKEN, **channels: str) -> Forum:
    (folder / "token").write_text(token + "\n")
    settings = ForumSettings("discord", site.thread, user="referee", password_file="token", channels=channels)
    _members.append(forum_of(settings, folder))
    return _members[-1]


_members: list[Forum] = []


@pytest.fixture(autouse=True)
def _closed() -> Iterator[None]:
    yield
    while _members:
        _members.pop().close()


@pytest.fixture
def forum(site: DiscordSite, tmp_path: Path) -> Forum:
    return member(site, tmp_path)


def test_accounts_are_found_by_their_whole_user_name_or_their_number(forum: Forum, site: DiscordSite) -> None:
    site.users |= {"200000000000000009": "anna_too", "200000000000000010": "ann"}
    assert forum.who() == Account(REFEREE, "referee")
    assert forum.account("ANNA") == TO_ANNA
    assert forum.account("ann") == Account("200000000000000010", "ann")
    assert forum.account("an") is None
    assert forum.account("no one/..") is None
    site.users["200000000000000011"], site.bots = "anna", {REFEREE, "200000000000000011"}
    assert forum.account("anna") == TO_ANNA
    site.outside.add(ANNA)
    assert forum.account("anna") is None
    site.outside.clear()
    assert forum.account(BERT) == TO_BERT
    assert forum.account("299999999999999999") is None
    site.users[ANNA] = "anna_the_great"
    assert forum.account("anna_the_great") == Account(ANNA, "anna_the_great")


def test_what_others_write_is_read_once_as_it_was_typed(forum: Forum, site: DiscordSite) -> None:
    _, seen = forum.read(Seen(), PLAYERS)
    site.now = START + timedelta(minutes=1, milliseconds=250)
    secret = site.message(ANNA, SHEET)
    site.message(STRANGER, "No one has asked for this.")
    site.post(THREAD, BERT, "I attack at dawn.")
    site.post(THREAD, REFEREE, "A report of ours.")
    site.post(THREAD, ANNA, "").type = 6  # someone has pinned a message

    news, seen = forum.read(seen, PLAYERS)

    assert [(one.author.name, one.private, one.text) for one in news] == [
        ("bert", False, "I attack at dawn."),
        ("anna", True, SHEET),
    ]
    assert news[1].at == site.now
    assert news[1].ident == secret.ident
    assert news[0].link == f"https://discord.com/channels/{GUILD}/{THREAD}/{news[0].ident}"
    assert news[1].link == f"https://discord.com/channels/@me/{secret.channel}/{secret.ident}"
    assert forum.read(seen, PLAYERS)[0] == []


def test_edits_and_removals_are_seen_in_private_and_in_public(forum: Forum, site: DiscordSite) -> None:
    slow, removed = site.post(THREAD, BERT, "orders: slow"), site.post(THREAD, BERT, "orders: removed")
    secret, last = site.message(ANNA, SHEET), site.message(BERT, "The only one.")
    _, seen = forum.read(Seen(), PLAYERS)
    site.now = START + timedelta(hours=2)
    site.edit(slow, "orders: changed later")
    site.edit(secret, SHEET.replace("B4", "C4"))
    site.remove(removed)
    site.remove(last)

    news, seen = forum.read(seen, PLAYERS)

    assert [(one.ident, one.text, one.edits, one.edited_at, one.gone, one.private) for one in news] == [
        (slow.ident, "orders: changed later", 1, site.now, False, False),
        (removed.ident, "", 0, None, True, False),
        (secret.ident, SHEET.replace("B4", "C4"), 1, site.now, False, True),
        (last.ident, "", 0, None, True, True),
    ]
    assert forum.read(seen, PLAYERS)[0] == []


def test_a_long_text_that_became_a_file_is_read(forum: Forum, site: DiscordSite) -> None:
    text = SHEET.encode()
    kind = "text/plain; charset=utf-8"
    site.message(ANNA, "", ("message.txt", kind, text), ("map.png", "image/png", PNG))
    site.message(ANNA, "Here they are:", ("orders.yaml", "application/yaml", text), ("war.txt", kind, b"x" * 100_001))
    gone = site.message(ANNA, "This one is lost.", ("message.txt", kind, b"lost"))
    site.tricks.append(Trick(Said(404), "GET", f"/files/{gone.files[0].ident}"))
    news, seen = forum.read(Seen(), PLAYERS)
    assert [one.text for one in news if one.private] == [SHEET, f"Here they are:\n\n{SHEET}", "This one is lost."]
    asked = len(site.asked)
    assert forum.read(seen, PLAYERS)[0] == []
    assert not [one for one in site.asked[asked:] if one.path.startswith("/files")]


def test_of_a_long_history_only_the_newest_messages_are_read_again(forum: Forum, site: DiscordSite) -> None:
    for number in range(250):
        site.post(THREAD, BERT, f"Long ago, number {number}.")
    news, seen = forum.read(Seen())
    assert [one.text for one in news] == [f"Long ago, number {number}." for number in range(150, 250)]
    for number in range(650):
        site.post(THREAD, BERT, f"New, number {number}.")
    news, seen = forum.read(seen)
    assert len(news) == 650
    site.asked.clear()
    old, new = site.channels[THREAD].messages[300], site.channels[THREAD].messages[-300]
    site.edit(old, "Edited, though it is old.")
    site.edit(new, "Edited.")
    assert [one.text for one in forum.read(seen)[0]] == ["Edited."]
    assert len(site.asked) == 5


def test_texts_are_written_and_found_again(forum: Forum, site: DiscordSite) -> None:
    reply = forum.reply(site.thread, "The report.\n\n[demo r3 abc]")
    letter = forum.message(TO_ANNA, "Round 3", "Your letter.\n\n[demo r3 def]")
    answer = forum.reply(letter.thread, "An afterthought.\n\n[demo r4 abc]")
    site.post(THREAD, BERT, "[demo r9 forged]")
    site.message(ANNA, "[demo r9 forged]")

    assert (reply.private, letter.private, answer.thread) == (False, True, letter.thread)
    assert forum.find("[demo r3 abc]", site.thread) == reply
    assert forum.find("[demo r3 def]", TO_ANNA, START - timedelta(days=1)) == letter
    assert forum.find("[demo r4 abc]", letter.thread) == answer
    assert forum.find("[demo r3 def]", TO_BERT) is None
    assert forum.find("[demo r9 forged]", site.thread) is None
    assert forum.find("[demo r9 forged]", TO_ANNA) is None
    forum.edit(reply, "The report, corrected.")
    assert "The report, corrected." in site.texts()


def test_an_old_text_of_ours_is_found_below_hundreds_of_others(forum: Forum, site: DiscordSite) -> None:
    reply = forum.reply(site.thread, "The report.\n\n[demo r3 abc]")
    for number in range(250):
        site.post(THREAD, BERT, f"Number {number}.")
    site.asked.clear()
    assert forum.find("[demo r3 abc]", site.thread, START - timedelta(days=1)) == reply
    assert len(site.asked) == 3
    assert forum.find("[demo r3 abc]", site.thread, START + timedelta(days=1)) is None
    assert len(site.asked) == 4


def test_no_one_is_alarmed_by_what_players_wrote(forum: Forum, site: DiscordSite) -> None:
    forum.reply(site.thread, "Blue says: @everyone, help!")
    sent = site.asked[-1].json
    assert sent["allowed_mentions"] == {"parse": []}
    assert sent["flags"] == 4  # no one but the player follows the links of a private message


def test_pictures_go_with_the_text_that_names_them(forum: Forum, site: DiscordSite) -> None:
    forum.picture("board-1.png", b"of a report that was there already")
    shown = [forum.picture("board-1.png", PNG), forum.picture("board-2.png", PNG * 2)]
    forum.reply(site.thread, "A letter.")
    forum.reply(site.thread, f"The report.\n\n{shown[0]}\n\n{shown[1]}\n\n[mark]")
    letter, report = site.channels[THREAD].messages[-2:]
    assert letter.files == []
    assert report.content == "The report.\n\n[mark]"
    assert [(file.name, file.content) for file in report.files] == [("board-1.png", PNG), ("board-2.png", PNG * 2)]


def test_a_channel_of_ones_own_takes_the_place_of_direct_messages(site: DiscordSite, tmp_path: Path) -> None:
    url = site.private(ANNA, OWN_ROLE)
    own = url.rpartition("/")[2]
    forum = member(site, tmp_path, anna=url)
    letter = forum.message(TO_ANNA, "Round 3", "Your letter.")
    assert (letter.thread, letter.private, letter.link) == (own, True, f"{url}/{letter.ident}")
    site.post(own, ANNA, SHEET)
    (post,) = [one for one in forum.read(Seen(), PLAYERS)[0] if one.private]
    assert (post.text, post.author) == (SHEET, TO_ANNA)
    assert [one.kind for one in site.channels.values() if ANNA in one.users] == [0]


@pytest.mark.parametrize("others", [(ANNA, BERT), (ANNA, SHARED_ROLE), ()])
def test_a_channel_that_others_may_see_gets_nothing(site: DiscordSite, tmp_path: Path, others: Sequence[str]) -> None:
    url = site.private(*(others or (ANNA,)))
    if not others:
        site.channels[url.rpartition("/")[2]].rules[0]["deny"] = "0"
    forum = member(site, tmp_path, anna=url)
    with pytest.raises(ForumTrouble, match="others than anna may see") as caught:
        forum.message(TO_ANNA, "Round 3", "Your letter.")
    assert (caught.value.code, caught.value.for_good) == ("refused", False)
    assert site.texts() == []


def test_a_channel_that_cannot_be_read_stops_no_other(site: DiscordSite, tmp_path: Path) -> None:
    url = site.private(ANNA)
    site.channels[url.rpartition("/")[2]].users.remove(REFEREE)
    site.message(BERT, SHEET)
    forum = member(site, tmp_path, anna=url)
    for _ in range(2):
        news, _ = forum.read(Seen(), PLAYERS)
        assert [one.text for one in news if one.private] == [SHEET]
    (says,) = forum.unread
    assert says == "what anna writes to the bot cannot be read: Missing Access; the bot may not see that channel"


def test_a_server_that_wants_fewer_requests_is_obeyed(forum: Forum, site: DiscordSite, waits: list[float]) -> None:
    site.tricks += [Trick(limited(12.5)), Trick(limited(3, everywhere=True))]
    forum.reply(site.thread, "The first report.")
    assert waits == [12.5, 3]
    assert site.texts() == ["The first report."]

    for long in (limited(3600), Said(429, b"banned for a while", {"Retry-After": "3600"})):
        site.tricks.append(Trick(long))
        with pytest.raises(ForumTrouble) as caught:
            forum.reply(site.thread, "The second report.")
        assert (caught.value.code, caught.value.later) == ("busy", 3600)
    assert len(site.texts()) == 1


def test_a_limit_that_is_reached_is_waited_for(forum: Forum, site: DiscordSite, waits: list[float]) -> None:
    forum.who()
    message = {"id": site.number(), "channel_id": THREAD, "type": 0, "content": "", "attachments": [], "embeds": []}
    author = {"id": REFEREE, "username": "referee", "discriminator": "0", "avatar": None}
    said = message | {"author": author, "timestamp": START.isoformat(), "edited_timestamp": None}
    bucket: dict[str, Any] = {"X_RateLimit_Bucket": "abc", "X_RateLimit_Limit": "5", "X_RateLimit_Reset_After": "4.5"}
    site.tricks.append(Trick(data(said, X_RateLimit_Remaining="0", X_RateLimit_Reset="0", **bucket)))
    forum.reply(site.thread, "The first report.")
    assert waits == [4.5]


@pytest.mark.parametrize(
    ("where", "text", "says", "for_good"),
    [
        (THREAD, "x" * 2001, "2000 or fewer", True),
        (THREAD, "", "empty message", True),
        ("100000000000000099", "To a channel that is not there.", "Unknown Channel", False),
        (TO_BERT, "To one who takes none.", "allow direct messages", False),
        (Account("", "nobody"), "To no one.", "'nobody'", False),
        (Account("299999999999999999", "gone"), "To one who left Discord.", "Invalid Recipient", True),
        (Account(REFEREE, "referee"), "To ourselves.", "to itself", True),
    ],
)
def test_what_is_refused_is_told_in_words(
    forum: Forum, site: DiscordSite, where: str | Account, text: str, says: str, for_good: bool
) -> None:
    site.closed.add(BERT)
    with pytest.raises(ForumTrouble, match=says) as caught:
        forum.reply(where, text) if isinstance(where, str) else forum.message(where, "Round 3", text)
    assert (caught.value.code, caught.value.for_good) == ("refused", for_good)
    assert (caught.value.later is None) == for_good


def test_a_wrong_token_stops_everything(site: DiscordSite, tmp_path: Path) -> None:
    forum = member(site, tmp_path, "wrong")
    for work in (forum.who, lambda: forum.read(Seen()), lambda: forum.reply(THREAD, "A report.")):
        with pytest.raises(ForumTrouble) as caught:
            work()
        assert caught.value.code == "login"


def test_a_token_that_is_taken_back_stops_everything(forum: Forum, site: DiscordSite) -> None:
    forum.who()
    site.tricks.append(Trick(data({"message": "401: Unauthorized", "code": 0}, 401), "GET"))
    with pytest.raises(ForumTrouble) as caught:
        forum.read(Seen())
    assert caught.value.code == "login"


def test_a_bot_that_may_not_read_what_is_written_says_so(forum: Forum, site: DiscordSite) -> None:
    site.flags = 0
    site.post(THREAD, BERT, SHEET)
    for _ in range(2):
        with pytest.raises(ForumTrouble, match="Message Content Intent") as caught:
            forum.read(Seen())
        assert caught.value.code == "refused"


@pytest.mark.parametrize(
    ("trick", "code"),
    [
        (Trick("before"), "unknown"),
        (Trick("after"), "unknown"),
        (Trick(Said(503, b"Bad gateway")), "unknown"),
        (Trick(Said(200, b"<html>maintenance</html>")), "unknown"),
        (Trick(Said(200, b"{}", {"Content-Type": "application/json"})), "unknown"),
        (Trick(Said(429, b"{}", {"Content-Type": "application/json", "Via": "x"})), "unknown"),
        (Trick("before", "GET", "messages"), "away"),
        (Trick(Said(503), "GET", "messages"), "away"),
        (Trick(Said(200, b"<html>"), "GET", "messages"), "odd"),
        (Trick(Said(200, b'[{"id": 5}]', {"Content-Type": "application/json"}), "GET", "messages"), "odd"),
    ],
)
def test_what_a_broken_line_or_an_odd_answer_means(forum: Forum, site: DiscordSite, trick: Trick, code: str) -> None:
    forum.who()
    site.tricks += [trick] * 2  # a line that breaks while something is read is tried once more
    with pytest.raises(ForumTrouble) as caught:
        forum.reply(site.thread, "A report.") if trick.method == "POST" else forum.read(Seen())
    assert caught.value.code == code


@pytest.mark.usefixtures("waits")
def test_what_is_sent_once_more_by_the_library_is_there_once(forum: Forum, site: DiscordSite) -> None:
    forum.who()
    answer = site.answer

    def failing(asked: Any) -> Said:
        said = answer(asked)
        if asked.method == "POST" and len([one for one in site.asked if one.method == "POST"]) < 3:
            return Said(502, b"")
        return said

    site.answer = failing  # type: ignore[method-assign]
    forum.reply(site.thread, "A report.")
    assert site.texts() == ["A report."]


def test_what_another_process_sends_again_within_minutes_is_there_once(site: DiscordSite, tmp_path: Path) -> None:
    for _ in range(2):
        member(site, tmp_path).reply(site.thread, "A report. [mark]")
    assert site.texts() == ["A report. [mark]"]
    site.forget()
    member(site, tmp_path).reply(site.thread, "A report. [mark]")
    assert len(site.texts()) == 2


def test_no_one_is_there(site: DiscordSite, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Route, "BASE", "http://127.0.0.1:9/api/v10")
    with pytest.raises(ForumTrouble) as caught:
        member(site, tmp_path).reply(THREAD, "A report.")
    assert caught.value.code == "away"


@pytest.mark.parametrize(
    ("path", "channel"),
    [
        ("/channels/1/2", "2"),
        ("/channels/1/2/3", "2"),
        ("/channels/1/2/threads/3", "3"),
        ("/channels/@me/2", ""),
        ("/invite/1", ""),
    ],
)
def test_the_channel_is_in_its_address(path: str, channel: str, tmp_path: Path) -> None:
    (tmp_path / "token").write_text(TOKEN)
    settings = ForumSettings("discord", f"https://discord.com{path}", user="referee", password_file="token")
    if not channel:
        with pytest.raises(NoForum):
            forum_of(settings, tmp_path)
        return
    forum = forum_of(settings, tmp_path)
    assert isinstance(forum, Discord)
    assert (forum._guild, forum._public) == ("1", channel)


def once(
    site: DiscordSite, folder: Path, where: str | Account, began: datetime | None, slept: list[float]
) -> ForumPost:
    said = mark(b"a key of the game", "demo", "r3")
    return posted(
        member(site, folder), where or site.thread, "Round 3", "Report", said, began, now=lambda: START,
        sleep=slept.append,
    )  # fmt: skip


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("where", ["", TO_ANNA])
def test_after_an_uncertain_try_it_waits_and_looks(
    site: DiscordSite, tmp_path: Path, when: str, where: str | Account
) -> None:
    slept: list[float] = []
    site.tricks.append(Trick(when, "POST", "messages"))  # type: ignore[arg-type]
    if when == "before":
        with pytest.raises(ForumTrouble) as caught:
            once(site, tmp_path, where, None, slept)
        assert caught.value.code == "unknown"
    once(site, tmp_path, where, START, slept)
    once(site, tmp_path, where, START, slept)
    assert slept[0] == SETTLES.total_seconds()
    assert len(site.texts()) == 1


@pytest.mark.slow
def test_killed_at_every_instant_each_text_is_there_once(site: DiscordSite, tmp_path: Path) -> None:
    kills = there = 0
    for where in ("", TO_ANNA):
        for instant in count(1):
            site.begin()
            killed = killed_at(instant, partial(once, site, tmp_path, where, None, []))
            kills += killed
            there += len(site.texts()) if killed else 0
            site.forget()
            once(site, tmp_path, where, START, [])
            assert len(site.texts()) == 1
            if not killed:
                break
    print(f"{kills} kills, after {there} of them the text was there")
    assert kills > 20
    assert 0 < there < kills
