"""The demonstration on a screen: what arrives, what is answered, what is played, what each is told."""

import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from rich.console import Console
from rich.panel import Panel
from rich.rule import Rule
from rich.text import Text

from pbem.demo.campaign import Campaign, CampaignAnswer, CampaignRound
from pbem.demo.script import DemoRound
from pbem.engine.event import PUBLIC
from pbem.mail.message.received import opened
from pbem.referee import letter
from pbem.referee.game import Game
from pbem.report import tree
from pbem.report.context import Paragraph
from pbem.report.letter import Occasion, part
from pbem.report.plain import printable, wrapped
from pbem.report.story import in_lines, paragraphs, past_of

_WIDTH = 82
_COLOURS = {"accepted": "green", "refused": "red"}


class Show:
    """Prints a campaign as it goes."""

    def __init__(self, campaign: Campaign, folder: Path | None, *, full: bool) -> None:
        self._campaign = campaign
        self._folder = folder
        self._full = full
        self._last: CampaignRound | None = None
        self._console = Console(highlight=False, width=None if sys.stdout.isatty() else _WIDTH)

    def began(self, played: CampaignRound) -> None:
        """Say what game this is and who plays it."""
        game = self._campaign.open()
        self._rule(f"{game.name}: {letter.title(game)}, played by email")
        for seat, title in game.titles.items():
            who = game.settings.seats[seat]
            self._line(f"{title}: {who.player} <{who.address}>")
        self._line(f"{len(played.letters) - 1} letters go out, one to each, with a form and a token of its own.")

    def round(self, number: int, played: DemoRound) -> None:
        """Begin a round."""
        self._rule(f"Round {number}. {played.about}", strong=True)

    def answered(self, event: CampaignAnswer) -> None:
        """Show an email and its answer."""
        mail, verdict = opened(event.sample.raw), event.handled.verdict
        said = f"{mail.subject}\n\n{mail.found.sheet or mail.found.words}"
        shown = event.sample.raw.decode("utf-8", "replace") if self._full else said
        self._panel(f"email from {mail.sender}, {event.sample.arrives:%d %B %Y %H:%M} UTC", shown, "cyan")
        if not verdict.seat:
            self._line(
                "No seat's address: it goes to the moderator, and its sender learns nothing of the game.", "yellow"
            )
            return
        answer = event.handled.answer
        self._panel(f"{verdict.state}", answer if self._full else gist(answer), _COLOURS.get(verdict.state, "yellow"))

    def played(self, event: CampaignRound) -> None:
        """Tell the public story of what was played."""
        game = self._campaign.open()
        words = letter.words_for(game, game.view(), PUBLIC)
        self._console.print()
        self._line(f"Play continues: {len(event.entries)} steps. Everyone learns:", "bold")
        self._console.print()
        self._line(_told(paragraphs(words, event.entries, PUBLIC, past_of(game.table))))
        self._last = event

    def ended(self) -> None:
        """Show the last letters, and where everything lies."""
        if self._last:
            self._rule("The letters of the last round: what only their readers know", strong=True)
            game = self._campaign.open()
            for made in self._last.letters:
                whole = made.path.read_text(encoding="utf-8")
                if self._full or made.seat not in game.titles:
                    self._panel(str(made.path.relative_to(game.folder)), whole if self._full else _head(whole), "blue")
                else:
                    self._panel(str(made.path.relative_to(game.folder)), self._private(game, made.seat), "magenta")
        self._rule("Rounds of mail")
        self._line(_rounds(self._campaign.open()))
        self._rule("Where the files are")
        self._line(_FILES)
        self._console.print()
        if self._folder:
            self._line(f"All of it is in {self._folder}; try: pbem status --game {self._folder}")
        else:
            self._line("It was a temporary folder; `pbem demo --keep DIR` leaves it to you.")

    def _private(self, game: Game, seat: str) -> str:
        """What a seat alone was told, and what it alone holds."""
        entries = self._last.entries if self._last else ()
        words = letter.words_for(game, game.view(seat), seat)
        told = _told(paragraphs(words, entries, seat, past_of(game.table), apart=True))
        held = Occasion(game=game.name, round=0, seat=seat, titles=game.titles, view=game.view(seat))
        own = part(words, held, "hand")
        return f"{told}\n\n{own}" if told else own

    def _rule(self, title: str, *, strong: bool = False) -> None:
        self._console.print()
        self._console.print(Rule(Text(title, "bold"), characters="═" if strong else "─", style="dim", align="left"))
        self._console.print()

    def _panel(self, title: str, text: str, colour: str) -> None:
        self._console.print(Panel(_plain(text), title=_plain(title), title_align="left", border_style=colour))

    def _line(self, text: str, style: str = "") -> None:
        shown = _plain(wrapped(text, _WIDTH))
        shown.stylize(style)
        self._console.print(shown)


def _rounds(game: Game) -> str:
    """How many rounds of mail each turn of the game took; the last letters are not answered yet."""
    answered = [game.turn(pause.entry) for pause in game.log.pauses[:-1] if pause.waits]
    rules, counts = game.ruleset, Counter(answered)
    turns = [f"{rules.turn_named(turn)} so far: {count}" for turn, count in counts.items() if turn]
    return "; ".join([f"Before the first {rules.turn[0]}: {counts[0]}", *turns]) + "."


_FILES = """\
game.yaml   the people, the mail and the deadlines
mails/      the sample emails
inbox/      each email as it came, its result and the reply
sheets/     the sheets that count, by question
log.jsonl   every step played
letters/    every letter, by round
sent/       the emails that were sent
secret      the seed of all random draws"""


def _plain(text: str) -> Text:
    return Text("\n".join(printable(line) for line in text.strip("\n").splitlines()))


def _told(story: Iterable[Paragraph]) -> str:
    lines = ([one.heading, *(f"- {said}" for said in (*in_lines(one.rows), *one.sentences))] for one in story)
    parts = (tree.plain("\n".join(each)).strip() for each in lines)
    return "\n\n".join(parts)


def _head(text: str) -> str:
    """A letter's first lines."""
    lines = text.splitlines()
    return "\n".join([*lines[:24], "…"] if len(lines) > 24 else lines)


def gist(receipt: str) -> str:
    """A receipt without its address, the sheet to send again and its subject line."""
    heading, _address, *parts = receipt.strip().split("\n\n")
    headings = [number for number, part in enumerate(parts) if part.splitlines()[-1].startswith("===")]
    ends = [*headings, len(parts) - 2]
    remarked = len(headings) > 1 and any("✗" in part for part in parts[headings[0] : headings[1]])
    return "\n\n".join((heading, *parts[: ends[remarked]]))
