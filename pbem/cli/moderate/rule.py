"""pbem rule: change the position, or rule what a seat answers."""

from pathlib import Path
from typing import Any, BinaryIO

import click

from pbem.cli import output
from pbem.cli.options import game_option, host, json_option, opened, seat_called
from pbem.engine.event import PUBLIC
from pbem.mail.deeds import ruled
from pbem.mail.exchange import up_to_date
from pbem.mail.mime.charset import decoded
from pbem.referee.correspondence import appeals
from pbem.referee.game import Game
from pbem.referee.letters import wording
from pbem.referee.moderation.ruled_answers import AnswerRuling, rule_answer, try_answer
from pbem.referee.moderation.ruling_trial import RulingEffects, effects
from pbem.referee.moderation.rulings import RulingResult, rule, try_ruling
from pbem.report.faults import as_data


@click.command()
@click.argument("file", type=click.File("rb"))
@click.option("--reason", required=True, help="Why; everyone is told.")
@click.option("--as", "seat", metavar="SEAT", help="The seat that FILE answers for; its player cannot replace it.")
@click.option("--try", "trial", is_flag=True, help="Print what would change for whom; change nothing.")
@click.option("--overrule", metavar="INVARIANT", multiple=True, help="Rule though it breaks this invariant.")
@click.option("--appeal", metavar="N", type=int, help="The ruling settles appeal N.")
@game_option
@json_option
def command(
    file: BinaryIO,
    reason: str,
    seat: str | None,
    trial: bool,
    overrule: tuple[str, ...],
    appeal: int | None,
    folder: Path,
    as_json: bool,
) -> None:
    """Carry out the ruling in FILE (- for standard input), a sheet of the moderator.

    The rules of the game say what can be ruled. What must stay true of every position is checked. A rewind undoes a
    ruling. With --as, FILE is a sheet of that seat: what it answers is ruled.
    """
    text, clock = decoded(file.read(), "").text, host().clock
    if trial:
        game = opened(folder)
        done = _try(game, seat, text, reason, overrule)
    else:
        with up_to_date(folder, clock, host().rulesets) as game:
            if appeal is not None:
                appeals.must_be_known(game, appeal)
            if seat is None:
                done = rule(game, text, reason, clock, overrule)
            else:
                done = rule_answer(game, seat_called(game, seat), text, reason, clock)
            if appeal is not None and done.entry is not None:
                appeals.settle(game, appeal, "ruled", reason, clock)
    good = bool(done.after or done.entry) and not ruled.broken_by(done)
    found = effects(game, done.after) if trial and good and done.after else None
    if as_json:
        output.data(_data(game, done, found, trial=trial))
    else:
        for said in ruled.said(game, done, found):
            output.text(said)
    if not good:
        click.get_current_context().exit(1)


def _try(
    game: Game, seat: str | None, text: str, reason: str, overrule: tuple[str, ...]
) -> RulingResult | AnswerRuling:
    if seat is None:
        return try_ruling(game, text, reason, overrule)
    return try_answer(game, seat_called(game, seat), text, reason)


def _data(game: Game, done: RulingResult | AnswerRuling, found: RulingEffects | None, *, trial: bool) -> dict[str, Any]:
    words = wording.words_for(game, game.view(), PUBLIC)
    said = {
        "ok": bool(found if trial else done.entry),
        "entry": done.entry.number if done.entry else None,
        "problems": [as_data(words, fault) for fault in ruled.faults_of(done)[1]],
        "broken": [
            {"invariant": one.invariant, "says": words.phrase("invariants", one.code, one.args)}
            for one in ruled.broken_by(done)
        ],
    }
    return {**said, "trial": found} if trial else said
