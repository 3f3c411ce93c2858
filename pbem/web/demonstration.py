"""A demonstration on the order desk: a game is played to its last round but one, and served to whoever plays it all.

Each seat has a link. The game plays on by itself when its sheets are there; no email leaves its folder.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

import msgspec

from pbem.bounds.workers import WorkFailed
from pbem.demo.campaign import Campaign, must_be_as_told
from pbem.errors import Refusal, extra
from pbem.mail.exchange import exchange
from pbem.referee import letter, moderator, opening
from pbem.referee.game import Game, Rulesets, now
from pbem.referee.people import changes
from pbem.web.server.serving import DeskServer, ServedGames

with extra("web"):
    from starlette.exceptions import HTTPException

_LOOKS = 5.0
"""Seconds after which the game is looked at although nothing came by the desk."""
_SETTLES = 0.5
"""Seconds for the page that says what was sent, before the game plays on."""


class DemonstratedSeat(msgspec.Struct, frozen=True, kw_only=True):
    """Who plays a seat of the demonstration, where its page is, and whether the game waits for it."""

    title: str
    player: str
    link: str
    waited_for: bool


class DeskDemonstration:
    """The game of *campaign* on a desk at *address*; its clock goes on from the moment of its script."""

    def __init__(self, campaign: Campaign, address: str, rulesets: Rulesets) -> None:
        self.campaign, self.address = campaign, address
        self._began = now()
        self._came = threading.Event()
        self._ends = threading.Event()
        self._server = DeskServer(
            games=ServedGames(campaign.folder, rulesets),
            clock=self.clock,
            rulesets=rulesets,
            came=self._sent,
            newest_link=_newest_link,
        )
        self.unplayed: Callable[[str], object] = lambda _why: None
        """Told why the game could not play on."""
        self.played_on: Callable[[], object] = lambda: None
        """Called when the game has played on, and the links of its letters are others."""

    def play(self) -> None:
        """Play all rounds of the script but the last; raises `NotAsTold`."""
        self.campaign.begin(f"\ndesk: {self.address}\n")
        for part in self.campaign.script.rounds[:-1]:
            must_be_as_told(part, list(self.campaign.play_round(part)))
        self._began = now()

    def clock(self) -> datetime:
        """The moment in the demonstration."""
        return self.campaign.clock() + (now() - self._began)

    def server(self) -> DeskServer:
        """What serves the game, with its processes; while the program has one thread."""
        self._server.failed = self.unplayed
        self._server.begin_processes()
        return self._server

    def title(self) -> str:
        """What is played."""
        return letter.title(self.campaign.open())

    def public_page(self) -> str:
        """Where everyone may look."""
        return f"{self.address}/g/{self.campaign.open().name}/"

    def moderators_page(self) -> str:
        """Where the moderator looks, with the secret of their link."""
        word = moderator.link_word(self.campaign.folder, moderator.EVERYONE)
        return f"{self.address}/m/link/{word}"

    def seats(self) -> list[DemonstratedSeat]:
        """All seats as they stand now, those first that the game waits for."""
        game = self.campaign.open()
        found = [self._seat(game, seat) for seat in game.titles]
        return sorted(found, key=lambda seat: not seat.waited_for)

    @contextmanager
    def playing_on(self) -> Iterator[None]:
        """Let the game play on in the background whenever its sheets are there."""
        working = threading.Thread(target=self._play_on, daemon=True)
        working.start()
        try:
            yield
        finally:
            self._ends.set()
            self._came.set()
            working.join()
            self._server.end_processes()

    def _seat(self, game: Game, seat: str) -> DemonstratedSeat:
        stages = game.stages(seat)
        return DemonstratedSeat(
            title=game.titles[seat],
            player=game.settings.seats[seat].player,
            link=changes.desk_link(game, seat, stages),
            waited_for=any(stage.pending for stage in stages),
        )

    def _sent(self, _folder: Path) -> None:
        self._came.set()

    def _play_on(self) -> None:
        while not self._ends.is_set():
            if self._came.wait(_LOOKS):
                self._came.clear()
                self._ends.wait(_SETTLES)
            if self._ends.is_set():
                return
            try:
                if self._server.in_folder(_exchanged, self.campaign.folder, self.campaign.folder):
                    self.played_on()
            except (Refusal, OSError, WorkFailed, HTTPException) as why:
                self.unplayed(str(why))


def _exchanged(server: DeskServer, folder: Path) -> bool:
    """Whether letters were written when the game in *folder* did what it does with its mail."""
    with opening.held(folder, server.rulesets) as game:
        return bool(exchange(game, server.clock).made)


def _newest_link(game: Game, seat: str) -> str:
    """The link of the newest letter to *seat*, from the address of the desk on."""
    return changes.desk_link(game, seat, game.stages(seat)).removeprefix(game.settings.desk)
