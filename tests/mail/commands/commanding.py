"""Toy games whose seats give commands by mail."""

from datetime import datetime

from pbem.mail.extraction.command import HARMLESS
from pbem.mail.intake import commands
from pbem.mail.intake.commands import CommandOutcome
from pbem.mail.intake.replies import CommandRequest
from pbem.mail.outgoing.letters import make_letters
from pbem.referee import submissions
from pbem.referee.game import Game
from pbem.referee.play import play_on
from pbem.store.inbox import Verdict
from tests.toy.game import START, Clock
from tests.toy.state import Bid

CHANGING = ("pass", "withdraw", "hold", "release", "absent 2026-12-24 to 2027-01-02", "absent none")
TELLING = (*sorted(HARMLESS), "resed")
ANN = ("1.bid.ann", 2)


def lettered(game: Game, at: datetime = START) -> Game:
    play_on(game, Clock(at))
    make_letters(game)
    return game


def asked(
    game: Game, seat: str = "ann", number: int = 7, at: datetime = START, *, proven: bool = True, outdated: bool = False
) -> CommandRequest:
    return CommandRequest(
        seat, number, f"{number:04d}-00000000", at, game.stages(seat), game.view(seat), proven, outdated
    )


def tell(game: Game, *lines: str, seat: str = "ann", number: int = 7, at: datetime = START) -> CommandOutcome:
    return commands.run_commands(game, asked(game, seat, number, at), lines, Clock(at))


def plain(obeyed: CommandOutcome) -> str:
    return " ".join(obeyed.text.split())


def bid(game: Game, *seats: str, item: int = 1, points: int = 1) -> None:
    """Sheets of *seats* that were accepted, with their verdicts."""
    for number, seat in enumerate(seats, item):
        stage = game.stage(seat)
        assert stage is not None
        kept, _ = game.inbox.keep(f"bid: {points}\n".encode(), START, seat=seat, source=str(number))
        submissions.accept(game, stage, number, START, Bid(bid=points), f"bid: {points}\n")
        key, since = stage.decision.key, stage.asked
        game.inbox.judge(kept, Verdict(number, "accepted", START, seat, key=key, asked=since))


def to_impulse(game: Game) -> Game:
    """Play the bids, so that only Ann is asked."""
    bid(game, "ann", "ben", "cid")
    return lettered(game)


def to_end(game: Game) -> Game:
    while game.table.state.flow:
        for seat in game.titles:
            stage = game.stage(seat)
            if stage and stage.pending and stage.decision.default:
                submissions.accept(game, stage, 3, START, stage.decision.default, "")
        lettered(game)
    return game


def counting(game: Game, seat: str = "ann", stage: tuple[str, int] = ANN) -> submissions.Submission | None:
    return submissions.counting(game, seat, *stage)


def files(game: Game) -> dict[str, bytes]:
    """All that a game keeps, but for its inbox."""
    return {
        str(path.relative_to(game.folder)): path.read_bytes()
        for path in game.folder.rglob("*")
        if path.is_file() and "inbox" not in path.parts
    }
