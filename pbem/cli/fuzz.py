"""`pbem fuzz`: random games to their end."""

import json
import time
from pathlib import Path
from typing import Any

import click


@click.command()
@click.argument("rules")
@click.option("--games", default=20, show_default=True, help="How many games to play.")
@click.option("--seed", default="1", show_default=True, help="The games of a seed are always the same.")
@click.option("--scenario", default="introductory", show_default=True, help="The scenario of the game.")
@click.option("--players", default="3", show_default=True, help="How many players.")
@click.option("--out", type=click.Path(path_type=Path), default=Path("fuzz-failure.yaml"), show_default=True,
              help="Where a broken game is written; `--replay` plays it again.")  # fmt: skip
@click.option("--replay", type=click.Path(exists=True, path_type=Path), help="Play a recorded game again instead.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as data.")
def fuzz(
    rules: str, games: int, seed: str, scenario: str, players: str, out: Path, replay: Path | None, as_json: bool
) -> None:
    """Play random legal games of RULES to their end, by the same sheets that players would send.

    Stops at a crash, a dead end or a broken invariant, and writes the game that led there.
    """
    from pbem.engine import ruleset as rulesets
    from pbem.playtest import fuzz as fuzzer
    from pbem.playtest import recorded

    try:
        ruleset = rulesets.find(rules)
    except rulesets.UnknownGame as error:
        raise click.ClickException(str(error)) from error
    if replay:
        table = recorded.replay(ruleset, recorded.read(replay))
        click.echo(f"played again: {ruleset.outcome(table.state)}")
        return
    begun = time.perf_counter()
    tallies = []
    for number in range(games):
        settings = {"scenario": scenario, "players": players}
        tally = fuzzer.fuzz(ruleset, settings, f"{seed}/{number}")
        tallies.append(tally)
        if tally.failure:
            recorded.write(tally.recorded, out)
            click.echo(tally.failure, err=True)
            raise click.ClickException(f"game {number} of seed {seed} broke; it is written to {out}")
    _report(tallies, time.perf_counter() - begun, as_json=as_json)


def _report(tallies: list[Any], seconds: float, *, as_json: bool) -> None:
    from collections import Counter

    turns = sum(len(t.rounds) for t in tallies) or 1
    figures = {
        "games": len(tallies),
        "stages": sum(t.stages for t in tallies),
        "events": sum(t.events for t in tallies),
        "sheets": sum(t.sheets for t in tallies),
        "seconds": round(seconds, 1),
        "mail rounds per turn": round(sum(sum(t.rounds.values()) for t in tallies) / turns, 2),
    }
    endings = Counter(json.dumps(t.outcome, sort_keys=True, ensure_ascii=False) for t in tallies)
    if as_json:
        click.echo(json.dumps({**figures, "endings": dict(endings.most_common())}, ensure_ascii=False))
        return
    click.echo(", ".join(f"{name}: {value}" for name, value in figures.items()))
    for ending, number in endings.most_common():
        click.echo(f"  {number:4} x {ending}")
