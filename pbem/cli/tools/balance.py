"""pbem balance: bot against bot, many times."""

import time
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from pbem.cli import output, progress
from pbem.cli.options import json_option, playtest_called, rules_argument, rules_called
from pbem.cli.tools.playtest_options import fit, fitting, jobs_option, settings_options, shown

if TYPE_CHECKING:
    from pbem.engine.ruleset import Ruleset
    from pbem.playtest.balance import GameResult

_TOLD = 5
"""How many broken games are named."""


@click.command()
@rules_argument
@click.option("--games", default=100, show_default=True, type=click.IntRange(1), help="How many games to play.")
@click.option("--seed", default="1", show_default=True, help="The same seed always gives the same games.")
@settings_options
@jobs_option
@json_option
def command(rules: str | None, games: int, seed: str, chosen: dict[str, Any], jobs: int | None, as_json: bool) -> None:
    """Let the bot of RULES play all seats; report who wins, how, and how long games take.

    Each share is given with its 95% confidence interval, which is about 7% either way for 200 games.
    """
    from pbem.playtest import balance, pool

    ruleset = rules_called(rules, partial(fit, part="bot", chosen=chosen))
    playtest = playtest_called(ruleset, "bot")
    begun = time.perf_counter()
    play = partial(balance.play_number, ruleset, playtest, fitting(ruleset, chosen), seed)
    results = list(progress.each(pool.played(play, games, jobs or pool.cores()), "Games", games))
    if as_json:
        output.data(_figures(ruleset, chosen, seed, results))
    else:
        _tell(ruleset, chosen, seed, results, time.perf_counter() - begun)
    if any(result.failure for result in results):
        click.get_current_context().exit(1)


def _seats(ruleset: "Ruleset", chosen: dict[str, Any]) -> dict[str, str]:
    import msgspec

    return dict(ruleset.seats(msgspec.convert(chosen, ruleset.settings, strict=False)))


def _figures(ruleset: "Ruleset", chosen: dict[str, Any], seed: str, results: "Sequence[GameResult]") -> dict[str, Any]:
    from pbem.playtest.balance import endings, lengths, shares

    turns = lengths(results)
    return {
        "rules": ruleset.name,
        "settings": chosen,
        "seed": seed,
        "games": len(results),
        "turns": {"mean": sum(turns) / len(turns), "least": turns[0], "most": turns[-1]} if turns else None,
        "winners": shares(_seats(ruleset, chosen), results),
        "endings": endings(results),
        "broken": [{"game": one.number, "why": one.failure} for one in results if one.failure],
    }


def _tell(
    ruleset: "Ruleset", chosen: dict[str, Any], seed: str, results: "Sequence[GameResult]", seconds: float
) -> None:
    from pbem.playtest.balance import lengths

    seats = _seats(ruleset, chosen)
    ended = lengths(results)
    output.text(f"{len(ended)} games of {ruleset.title}{shown(chosen)}, seed {seed}, in {seconds:.0f} seconds.")
    if ended:
        output.text(f"They took {sum(ended) / len(ended):.1f} {ruleset.turn[1]} on average, {ended[0]} to {ended[-1]}.")
        output.text("")
        _tell_winners({**seats, "": "nobody"}, seats, results, ruleset.turn[0])
    broken = [one for one in results if one.failure]
    if broken:
        output.text(f"\n{len(broken)} games did not end.")
    for one in broken[:_TOLD]:
        output.text(f"Game {one.number}: {one.failure.strip().splitlines()[-1]}")


def _tell_winners(titles: Mapping[str, str], seats: Iterable[str], results: "Sequence[GameResult]", turn: str) -> None:
    from pbem.playtest.balance import endings, shares

    by_seat = [
        (
            titles[one.seat],
            one.games,
            f"{one.share:.1%}",
            f"{one.low:.1%} to {one.high:.1%}",
            "" if one.turn is None else f"{one.turn:.1f}",
        )
        for one in shares(seats, results)
    ]
    output.table(("winner", "games", "share", "95%", f"mean {turn}"), by_seat)
    output.text("")
    found = endings(results)
    words = sorted({word for one in found for word in one.how})
    by_ending = [
        (
            " and ".join(titles[seat] for seat in one.winners) or titles[""],
            *(one.how.get(word, "") for word in words),
            one.games,
            ", ".join(f"{number}: {count}" for number, count in one.turns.items()),
        )
        for one in found
    ]
    output.table(("winner", *words, "games", f"{turn}: games"), by_ending)
