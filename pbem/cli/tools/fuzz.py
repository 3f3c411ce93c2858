"""`pbem fuzz`: random games to their end."""

import json
import time
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pbem.cli import output, progress
from pbem.cli.options import playtest_called, rules_argument, rules_called
from pbem.cli.tools.playtest_options import fit, fitting, jobs_option, settings_options

if TYPE_CHECKING:
    from pbem.engine.playtest import Playtest
    from pbem.engine.ruleset import Ruleset
    from pbem.playtest.fuzz import Tally


@click.command()
@rules_argument
@click.option("--games", default=20, show_default=True, help="How many games to play.")
@click.option("--seed", default="1", show_default=True, help="The same seed always gives the same games.")
@settings_options
@click.option("--standing/--no-standing", default=None,
              help="All games with standing orders, or all without (default: every second game without).")  # fmt: skip
@click.option("--bot", is_flag=True, help="Let the bot play instead of the random player.")
@click.option("--views", is_flag=True,
              help="Try sheets, whole and mutated, and ask, from what a seat sees.")  # fmt: skip
@jobs_option
@click.option("--out", type=click.Path(path_type=Path), default=Path("fuzz-failure.yaml"), show_default=True,
              help="Where to save a broken game; `--replay` plays it again.")  # fmt: skip
@click.option("--replay", type=click.Path(exists=True, path_type=Path), help="Play a saved game again instead.")
@click.option("--coverage", is_flag=True, help="Say what the games showed, and what they never did.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def fuzz(
    rules: str | None,
    games: int,
    seed: str,
    chosen: dict[str, Any],
    standing: bool | None,
    bot: bool,
    views: bool,
    jobs: int | None,
    out: Path,
    replay: Path | None,
    coverage: bool,
    as_json: bool,
) -> None:
    """Play random legal games of RULES to their end, using the same sheets that players would send.

    Stops at a crash, a dead end or a broken invariant, and saves the game that led to it. Prints how
    many rounds of mail a turn takes, or whatever the game calls it.
    """
    from pbem.playtest import fuzz as fuzzer
    from pbem.playtest import pool, recorded

    part = "bot" if bot else "guess"
    ruleset = rules_called(rules, partial(fit, part=part, chosen=chosen))
    if replay:
        table = recorded.replay(ruleset, recorded.read(replay))
        click.echo(f"played again: {ruleset.outcome(table.state)}")
        return
    playtest = playtest_called(ruleset, part)
    begun = time.perf_counter()
    tallies = []
    settings = fitting(ruleset, chosen)
    play = partial(fuzzer.fuzz_number, ruleset, playtest, settings, seed, standing=standing, bot=bot, views=views)
    for number, tally in enumerate(progress.each(pool.played(play, games, jobs or pool.cores()), "Games", games)):
        tallies.append(tally)
        if tally.failure:
            recorded.write(tally.recorded, out)
            click.echo(tally.failure, err=True)
            raise click.ClickException(f"game {number} of seed {seed} broke; it is written to {out}")
    figures = _figures(ruleset, playtest, tallies, time.perf_counter() - begun)
    if coverage:
        figures["coverage"] = _coverage(tallies)
    if as_json:
        output.data(figures)
    else:
        _tell(figures, ruleset)


_KINDS = {"with standing orders": True, "without standing orders": False}
"""The kinds of games whose rounds are told apart, in a game where policies answer for a seat."""


def _figures(ruleset: "Ruleset", playtest: "Playtest", tallies: "Sequence[Tally]", seconds: float) -> dict[str, Any]:
    from collections import Counter

    kinds = _KINDS if ruleset.has_policies else {"": None}

    endings = Counter(json.dumps(t.outcome, sort_keys=True, ensure_ascii=False) for t in tallies)
    return {
        "games": len(tallies),
        "turns": sum(len([turn for turn in t.rounds.turns if turn]) for t in tallies),
        "events": sum(t.events for t in tallies),
        "sheets": sum(t.sheets for t in tallies),
        "seconds": round(seconds, 1),
        "rounds": {
            name: _rounds(playtest, [t for t in tallies if kept in (None, t.recorded.standing)])
            for name, kept in kinds.items()
        },
        "endings": dict(endings.most_common()),
    }


def _rounds(playtest: "Playtest", tallies: "Iterable[Tally]") -> dict[str, Any]:
    from pbem.playtest.rounds import most_asked, per_turn

    games = [tally.rounds for tally in tallies]
    return {"per turn": per_turn(games, playtest.moments), "most in a turn": most_asked(games)}


def _coverage(tallies: "Iterable[Tally]") -> dict[str, Any]:
    from pbem.playtest.coverage import Shown

    shown = Shown()
    for tally in tallies:
        shown.add(tally.shown)
    never = shown.never()
    return {
        words: {"shown": len(ids) - len(never[words]), "of": len(ids), "never": never[words]}
        for words, ids in shown.wanted.items()
    }


def _tell(figures: Mapping[str, Any], ruleset: "Ruleset") -> None:
    turn, turns = ruleset.turn
    plain = {"games": "games", "turns": turns, "events": "events", "sheets": "sheets", "seconds": "seconds"}
    output.text(", ".join(f"{name}: {figures[figure]}" for figure, name in plain.items()))
    output.text("")
    rows = [
        (_said(name, which.replace("turns", turns)), found.turns, f"{found.mean:.2f}", found.most)
        for name, rounds in figures["rounds"].items()
        for which, found in rounds["per turn"].items()
        if found.turns
    ]
    output.table((f"rounds of mail per {turn}", turns, "mean", "most"), rows)
    for name, rounds in figures["rounds"].items():
        if rounds["most in a turn"]:
            asked = ", ".join(f"{order} {most}" for order, most in rounds["most in a turn"].items())
            output.text(f"\n{_said(f'Asked in one {turn} at most', name)}: {asked}")
    output.text("")
    for ending, number in figures["endings"].items():
        output.text(f"{number:5} x {ending}")
    for words, found in figures.get("coverage", {}).items():
        never = f"; never: {', '.join(found['never'])}" if found["never"] else ""
        output.text(f"\n{words}: {found['shown']} of {found['of']}{never}")


def _said(*parts: str) -> str:
    return ", ".join(filter(None, parts))
