"""Games in folders, played by bots up to a question that a test of forms is about."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from pbem.engine.decision import Decision
from pbem.engine.playtest import playtest_of
from pbem.engine.ruleset import Ruleset
from pbem.engine.table import Chance
from pbem.mail import judges
from pbem.mail.exchange import judge_and_play
from pbem.referee import opening
from pbem.referee.game import Game
from pbem.referee.opening import create
from pbem.referee.play import play_on
from pbem.referee.stage import SeatStage
from pbem.sheet.writer import write_sheet
from pbem_maria.menu.offers import neighbours
from pbem_maria.ruleset import MARIA
from tests.copies import copied
from tests.toy.game import Clock

Wanted = Callable[[Decision, Any], bool]


def game_at(folder: Path, yaml: str, rules: Mapping[str, Ruleset], wanted: Wanted, secret: str = "33" * 32) -> str:
    """Play a new game in *folder* until a question is *wanted*, and write its letters; the seat that it is put to.

    It is played once, and copied for others that want the same.
    """
    copied(folder, (yaml, wanted, secret), lambda place: _play(place, yaml, rules, wanted, secret))
    game = opening.look(folder, rules)
    return _asked(game, wanted)[1].seat  # type: ignore[union-attr]


def _asked(game: Game, wanted: Wanted) -> tuple[list[SeatStage], SeatStage | None]:
    """What all seats are asked, and what of it is *wanted*."""
    stages = [stage for seat in game.titles for stage in game.stages(seat) if stage.pending]
    return stages, next((s for s in stages if wanted(s.decision, game.view(s.seat))), None)


def _play(folder: Path, yaml: str, rules: Mapping[str, Ruleset], wanted: Wanted, secret: str) -> None:
    clock = Clock()
    create(folder, f"{yaml}desk: http://127.0.0.1\n", rules, secret)
    with opening.held(folder, rules) as game:
        play_on(game, clock)
        for _ in range(300):
            stages, found = _asked(game, wanted)
            if found is not None:
                judge_and_play(game, clock)
                return
            for stage in stages:
                _send(game, stage, clock)
            clock.wind(hours=48)
            play_on(game, clock)
    raise LookupError("the question never came")


def _send(game: Game, stage: Any, clock: Clock) -> None:
    playtest = playtest_of(game.ruleset.name)
    player = playtest.bot or playtest.guess
    assert player
    view = game.view(stage.seat)
    order = player(view, stage.decision, Chance(game.secret, f"{stage.seat} {stage.name}"))
    sheet = write_sheet(order, game.ruleset.lexicon(view, stage.seat))
    if len(game.stages(stage.seat)) > 1:
        raise LookupError("several questions at once are not for this test")
    item, _ = game.inbox.keep(sheet.encode(), clock(), seat=stage.seat, source=stage.name)
    verdict = judges.handle(game, item, clock).verdict
    assert verdict.state == "accepted", (sheet, verdict)


def march_to_a_fight(folder: Path, seat: str) -> str:
    """A sheet that moves a general between itself and the nearest enemy, as it would come from the board."""
    view = opening.look(folder, {"maria": MARIA}).view(seat)
    own, foe = neighbours(view, seat)
    between = [city for city in view.board.roads[view.at[own]] if city in view.board.roads[view.at[foe]]]
    name = MARIA.lexicon(view, seat).name
    return f"# to battle\nmoves:\n  - {name('general', own)}: {name('city', between[0])}   # quickly\n"
