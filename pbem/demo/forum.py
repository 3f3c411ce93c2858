"""The demonstration in a forum: the sample emails as posts, and all that is said, in the thread and in private."""

import re
from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from html import escape
from pathlib import Path

import jinja2
import msgspec
import yaml
from msgspec.structs import replace

from pbem.demo.campaign import Campaign, CampaignAnswer, CampaignRound
from pbem.demo.script import Sample
from pbem.demo.show import Show
from pbem.mail.judges import HandledMail, submit_sheet
from pbem.mail.message.received import opened
from pbem.mail.outgoing import posts
from pbem.referee import letter, opening
from pbem.referee.game import Game
from pbem.store import files
from pbem.store.inbox import Verdict

PAGE = "thread.html"
_THREAD = "https://forum.example.org/viewtopic.php?t=1741"
_TAG = re.compile(r"\[(/?)(b|u|i|list|code|quote|\*)\](?:(?<![bui]\])\n)?")
_LINK = re.compile(rf"{re.escape(escape(_THREAD))}&amp;p=(\d+)")
_AS_HTML = {"list": "ul", "code": "pre", "quote": "blockquote", "*": "li"}
_POST, _LETTER = 18, 8
"""The most lines that are shown of a post, and of a private message of the moderator."""


class DemoPost(msgspec.Struct, frozen=True):
    """What someone wrote in the thread, or in private messages between the player of *seat* and the moderator.

    It may have been *edited* since.
    """

    writer: str
    reader: str
    seat: str
    at: datetime
    title: str
    text: str
    turn: int
    pictures: tuple[str, ...] = ()
    edited: datetime | None = None

    @property
    def plain(self) -> str:
        """Its text without markup."""
        return _TAG.sub(lambda tag: "- " if tag[2] == "*" else "", self.text).strip()

    @property
    def html(self) -> str:
        """Its text with markup as HTML."""
        said = _TAG.sub(lambda tag: f"<{tag[1]}{_AS_HTML.get(tag[2], tag[2])}>", escape(self.text, quote=False))
        return _LINK.sub(r'<a href="#p\1">\g<0></a>', said)


class ForumCampaign(Campaign):
    """A demonstration whose players post, and whose moderator posts by hand what is to be said; *posts* has all."""

    posts: list[DemoPost]

    def settings(self) -> str:
        """The game.yaml with which the game begins: each player is in the forum by their name."""
        found = yaml.safe_load(super().settings())
        for who in found["seats"].values():
            who |= {"forum": who["player"], "pictures": "none"}
        found.pop("pictures", None)
        found |= {"channel": "forum", "forum": {"kind": "phpbb", "thread": _THREAD}}
        self.posts = []
        return yaml.safe_dump(found, allow_unicode=True, sort_keys=False)

    def _receive(self, sample: Sample) -> CampaignAnswer:
        self._now = sample.arrives
        mail = opened(sample.raw)
        sheet, said = mail.found.sheet.strip(), mail.found.words.strip()
        text = "\n\n".join(filter(None, (said, f"[code]{sheet}[/code]" if sheet else "")))
        with opening.held(self.folder, self._rulesets) as game:
            seats = game.settings.seats
            seat = next((seat for seat, who in seats.items() if who.address == mail.sender), "")
            writer = seats[seat].player if seat else mail.sender.partition("@")[0]
            reader = game.settings.moderator.name if seat else ""
            self.posts.append(DemoPost(writer, reader, seat, self._now, "", text, _turn(game)))
            if not seat:
                return CampaignAnswer(sample, HandledMail(Verdict(0, "unclaimed", self._now)))
            handled, _ = submit_sheet(game, seat, text.encode(), self.clock)
            self._post(game)
        return CampaignAnswer(sample, handled)

    def _play(self) -> CampaignRound:
        played = super()._play()
        with opening.held(self.folder, self._rulesets) as game:
            self._post(game)
        return played

    def _post(self, game: Game) -> None:
        """Post all that waits, as the moderator does by hand."""
        while waiting := posts.waiting(game, self._now) if self.posts else [posts.first(game, self._now)]:
            one = posts.take(game, waiting[0].number, self._now)
            pictures = tuple(str(path.relative_to(game.folder)) for path in one.pictures)
            by, title = game.settings.moderator.name, one.title.removeprefix(f"[{game.name}] ")
            made = DemoPost(by, one.account, one.seat, self._now, title, one.text, _turn(game), pictures)
            if one.number == posts.FIRST and self.posts:
                self.posts[0] = replace(self.posts[0], text=one.text, edited=self._now)
            else:
                self.posts.append(made if one.number != posts.FIRST else replace(made, title=""))
            posts.done(game, one.number, self._now, "" if one.seat else f"{_THREAD}&p={len(self.posts)}")


def _turn(game: Game) -> int:
    return game.turn(game.pause.entry) if game.pause else 0


class ForumShow(Show):
    """Prints the conversation as it goes, and leaves it as a page."""

    _campaign: ForumCampaign
    _shown = 0

    def began(self, played: CampaignRound) -> None:
        """Say what game this is, and what the thread and the players hear first."""
        game = self._campaign.open()
        who = [f"{game.settings.seats[seat].player} ({title})" for seat, title in game.titles.items()]
        self._rule(f"{game.name}: {letter.title(game)}, played in a forum")
        self._line(f"{', '.join(who)} post in their forum. {game.settings.moderator.name} copies that for pbem,")
        self._line("and posts by hand what pbem has written.")
        self.played(played)

    def answered(self, event: CampaignAnswer) -> None:
        """Show the post, and the private messages that answer it."""
        self._new()
        if not event.handled.verdict.seat:
            self._line("No player's account: it is chat, and pbem leaves it alone.", "yellow")
        elif self._campaign.posts[-1].writer != self._campaign.open().settings.moderator.name:
            self._line("  All is well: the receipt waits for the next message to this player.", "green")

    def played(self, event: CampaignRound) -> None:
        """Show what is posted when a round was played."""
        self._console.print()
        self._line(
            f"$ pbem turn    # plays {_many(len(event.entries), 'step')}, and `pbem posts` has what to post", "bold"
        )
        self._new()

    def ended(self) -> None:
        """Count the posts, and leave the page."""
        self._rule("Posts")
        game = self._campaign.open()
        self._line("\n".join(_counts(game, self._campaign.posts)))
        if self._folder:
            files.write_text(self._folder / PAGE, _page(game, self._campaign.posts))
            self._line(f"The thread as a page is {self._folder / PAGE}, beside the game.")
        else:
            self._line("It was a temporary folder; `pbem demo --forum --keep DIR` leaves the thread as a page.")

    def _new(self) -> None:
        """Show what was written since: letters by their beginnings."""
        for post in self._campaign.posts[self._shown :]:
            way = f"{post.writer} to {post.reader}, private message" if post.seat else f"{post.writer} in the thread"
            lines = post.plain.splitlines()
            most = len(lines) if self._full else _LETTER if post.title and post.seat else _POST
            left = [f"... and {_many(len(lines) - most, 'line')} more"] if len(lines) > most else []
            said = "\n".join([*filter(None, [post.title]), *lines[:most], *left])
            self._panel(f"{way}, {post.at:%d %B %H:%M}", said, "cyan" if post.seat else "blue")
        self._shown = len(self._campaign.posts)


def _many(number: int, what: str) -> str:
    return f"{number} {what}{'s' if number != 1 else ''}"


def _counts(game: Game, found: list[DemoPost]) -> Iterator[str]:
    """How many posts and private messages each turn of the game took."""
    by = game.settings.moderator.name
    for turn in dict.fromkeys(one.turn for one in found):
        private = Counter(one.writer if one.writer == by else "" for one in found if one.turn == turn and one.seat)
        public = sum(one.turn == turn and not one.seat for one in found)
        when = game.ruleset.turn_named(turn) if turn else f"before the first {game.ruleset.turn[0]}"
        said = f"posts in the thread {public}, private messages of {by} {private[by]}, of players {private['']}"
        yield f"{when[0].upper()}{when[1:]}: {said}."


def _page(game: Game, found: list[DemoPost]) -> str:
    """The thread and the private messages of each seat as a page."""
    source = Path(__file__).with_name("thread.html.j2").read_text(encoding="utf-8")
    template = jinja2.Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True).from_string(source)
    roles = {game.settings.seats[seat].player: title for seat, title in game.titles.items()}
    about = {"title": f"{game.name}: {letter.title(game)}", "titles": game.titles, "counts": _counts(game, found)}
    return template.render(about, posts=found, roles={game.settings.moderator.name: "moderator", **roles})
