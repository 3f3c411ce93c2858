"""A month of Maria in a forum whose moderator posts all by hand: how many posts and actions that takes."""

import tempfile
from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

from pbem.engine.table import Chance
from pbem.mail import judges
from pbem.mail.exchange import exchange
from pbem.mail.outgoing import posts
from pbem.referee import opening
from pbem.referee.game import Game, Rulesets
from pbem.referee.opening import create
from pbem.sheet.writer import write_sheet
from pbem_maria.guess import guess
from pbem_maria.ruleset import MARIA
from tests.toy.game import SEED, Clock

GOALS = {"posts in the thread": 6, "private messages": 6, "actions of the moderator": 12}
"""The most that a turn of the game should take."""
DAYS = 30
_RULES: Rulesets = {"maria": MARIA}
_YAML = """\
game: month
rules: maria
settings: {scenario: advanced}
moderator: {name: Mo, address: mo@example.org}
seats:
  maria-theresa: {player: Anna}
  frederick: {player: Ben}
  louis: {player: Chloe}
channel: forum
forum: {kind: phpbb, thread: "https://forum.example.org/viewtopic.php?t=42"}
mail: {from: game@example.org, in: {folder: in}, out: {folder: out}}
pictures: none
deadlines: {zone: Europe/Vienna, at: ["daily 20:00"], notice: 24 hours}
"""
_WRONG = "nothing so called: 7\n"


class ForumMonth:
    """The game in *folder* and its moderator; *spent* counts by turn what it took, *sent* has each post.

    One in so many sheets is wrong at first; none, if that is 0.
    """

    def __init__(self, folder: Path, wrong_in: int = 3) -> None:
        self.clock, self.folder, self.wrong_in = Clock(), folder, wrong_in
        self.chance = Chance("month", "players")
        self.spent: dict[int, Counter[str]] = {}
        self.sent: list[tuple[int, posts.WaitingPost]] = []
        create(folder, _YAML, _RULES, SEED)

    def play(self, days: int) -> None:
        """Begin, and play a round of posts a day: the moderator pastes with `pbem submit --turn`."""
        began = self.clock()
        with opening.held(self.folder, _RULES) as game:
            exchange(game, self.clock)
            self._act(game, "")
            self._post(game)
        for day in range(1, days + 1):
            self.clock.at = began + timedelta(days=day)
            with opening.held(self.folder, _RULES) as game:
                if game.outcome is not None:
                    return
                self._gather(game)
                self._post(game)

    def _gather(self, game: Game) -> None:
        """Paste the page with the orders of all who are asked, and once more those that were wrong at first."""
        asked = {seat: stage for seat in game.titles if (stage := game.stage(seat)) and stage.pending}
        sheets = {}
        for seat, stage in asked.items():
            view = game.table.views[seat]
            sheets[seat] = write_sheet(guess(view, stage.decision, self.chance), MARIA.lexicon(view, seat))
        wrong = [seat for seat in sheets if self.wrong_in and self.chance.below(self.wrong_in) == 0]
        self._paste(game, {seat: text + _WRONG * (seat in wrong) for seat, text in sheets.items()}, turn=not wrong)
        if wrong:
            self._post(game)
            self._paste(game, {seat: sheets[seat] for seat in wrong}, turn=True)

    def _paste(self, game: Game, sheets: dict[str, str], *, turn: bool) -> None:
        for seat, text in sheets.items():
            self.clock.wind(minutes=20)
            judges.submit_sheet(game, seat, text.encode(), self.clock)
        self._act(game, "")
        if turn:
            exchange(game, self.clock)

    def _post(self, game: Game) -> None:
        while waiting := posts.waiting(game, self.clock()):
            one = posts.take(game, waiting[0].number, self.clock())
            posts.done(game, one.number, self.clock())
            self._act(game, "private messages" if one.seat else "posts in the thread")
            self.sent.append((_turn(game), one))

    def _act(self, game: Game, what: str) -> None:
        counted = self.spent.setdefault(_turn(game), Counter())
        counted["actions of the moderator"] += 1
        counted[what] += bool(what)


def _turn(game: Game) -> int:
    return game.turn(game.pause.entry) if game.pause else 0


def _kind(message: posts.WaitingPost) -> str:
    """What a private message is for, by its title."""
    return "replies" if message.title.startswith("Re:") else "news" if "nothing to do" in message.title else "letters"


def figures(spent: dict[int, Counter[str]]) -> Iterator[tuple[str, float]]:
    """What a whole turn took on the average: neither the set-up nor the turn that the month leaves unfinished."""
    whole = [counted for turn, counted in spent.items() if 0 < turn < max(spent)]
    for what in GOALS:
        yield what, sum(counted[what] for counted in whole) / len(whole)


def print_month(_: float) -> None:
    """Print what a turn of a month took, by its goals, and what it would without wrong sheets."""
    months = [_played(wrong_in) for wrong_in in (3, 0)]
    month = months[0]
    for turn, counted in month.spent.items():
        print(f"turn {turn}: " + ", ".join(f"{counted[what]} {what}" for what in GOALS))
    kinds = Counter(_kind(one) for _, one in month.sent if one.seat)
    print("private messages of the month: " + ", ".join(f"{count} {kind}" for kind, count in kinds.items()))
    best = dict(figures(months[1].spent))
    for what, number in figures(month.spent):
        goal = GOALS[what]
        reached = "reached" if number <= goal else "MISSED"
        print(f"{what} a turn: {number:.1f}, the goal of {goal} {reached}; without wrong sheets {best[what]:.1f}")


def _played(wrong_in: int) -> ForumMonth:
    with tempfile.TemporaryDirectory() as place:
        month = ForumMonth(Path(place) / "game", wrong_in)
        month.play(DAYS)
    return month
