"""The commands `fuzz` and `balance`."""

import functools
import json
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
import msgspec

from pbem.cli import output
from pbem.cli.options import json_option, playtest_called, rules_argument, rules_called
from pbem.engine.playtest import find_playtest
from pbem.engine.ruleset import Ruleset

if TYPE_CHECKING:
    from pbem.engine.playtest import Playtest
    from pbem.playtest.balance import GameResult
    from pbem.playtest.fuzz import Tally


CommandFunction = Callable[..., Any]
R = TypeVar("R")


def settings_options(command: CommandFunction) -> CommandFunction:
    """Add the options for the game's own settings; the command gets those that are given as `chosen`."""

    @functools.wraps(command)
    def packed(
        *args: Any, scenario: str | None, players: str | None, edition: str | None, more: tuple[str, ...], **rest: Any
    ) -> Any:
        given = {"scenario": scenario, "players": players, "edition": edition}
        chosen: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
        for each in more:
            _put(chosen, each)
        return command(*args, chosen=chosen, **rest)

    for option in (
        click.option(
            "--set", "more", multiple=True, metavar="KEY=VALUE", help="Any setting; `a.b=c` sets a nested one."
        ),
        click.option("--edition", help="The edition of the board."),
        click.option("--players", help="How many players."),
        click.option("--scenario", help="The scenario (default: that of the rules)."),
    ):
        packed = option(packed)
    return packed


def jobs_option(command: CommandFunction) -> CommandFunction:
    """Add --jobs: how many games are played at once."""
    option = click.option(
        "--jobs", type=click.IntRange(1), show_default="the cores", help="How many games to play at once."
    )
    return option(command)


def fit(ruleset: Ruleset, part: str, chosen: Mapping[str, Any]) -> int:
    """How many of the settings that are *chosen* the game knows, for `rules_called`; less than none without *part*."""
    playtest = find_playtest(ruleset.name)
    if playtest is None or getattr(playtest, part) is None:
        return -1
    return sum(name in ruleset.settings.__struct_fields__ for name in chosen)


def fitting(ruleset: Ruleset, chosen: Mapping[str, Any]) -> Mapping[str, Any]:
    """*chosen*, if they are valid settings of *ruleset*; otherwise a usage error."""
    known = ruleset.settings.__struct_fields__
    for name in chosen:
        if name not in known:
            raise click.UsageError(f"The settings of {ruleset.title} have no {name!r}; there are: {', '.join(known)}.")
    try:
        msgspec.convert(chosen, ruleset.settings, strict=False)
    except msgspec.ValidationError as error:
        raise click.UsageError(f"{ruleset.title} is not played like this: {error}.") from error
    return chosen


def shown(chosen: Mapping[str, Any]) -> str:
    """*chosen* in brackets, to follow a title; empty if all are defaults."""
    said = ", ".join(f"{name} {value}" for name, value in chosen.items())
    return f" ({said})" if said else ""


def _put(chosen: dict[str, Any], setting: str) -> None:
    name, equals, value = setting.partition("=")
    if not equals:
        raise click.UsageError(f"--set {setting}: write KEY=VALUE.")
    *path, last = name.replace("-", "_").split(".")
    for part in path:
        chosen = chosen.setdefault(part, {})
    chosen[last] = value


_TOLD = 5
"""How many broken games are named."""


@click.command()
@rules_argument
@click.option("--games", default=100, show_default=True, type=click.IntRange(1), help="How many games to play.")
@click.option("--seed", default="1", show_default=True, help="The same seed always gives the same games.")
@settings_options
@jobs_option
@json_option
def balance_command(
    rules: str | None, games: int, seed: str, chosen: dict[str, Any], jobs: int | None, as_json: bool
) -> None:
    """Let the bot of RULES play all seats; report who wins, how, and how long games take.

    Each share is given with its 95% confidence interval, which is about 7% either way for 200 games.
    """
    from pbem.playtest import balance, fuzz

    ruleset = rules_called(rules, partial(fit, part="bot", chosen=chosen))
    playtest = playtest_called(ruleset, "bot")
    begun = time.perf_counter()
    play = partial(balance.play_number, ruleset, playtest, fitting(ruleset, chosen), seed)
    results = list(output.each(fuzz.played(play, games, jobs or fuzz.cores()), "Games", games))
    if as_json:
        output.data(_balance_figures(ruleset, chosen, seed, results))
    else:
        _tell_balance(ruleset, chosen, seed, results, time.perf_counter() - begun)
    if any(result.failure for result in results):
        click.get_current_context().exit(1)


def _seats(ruleset: "Ruleset", chosen: dict[str, Any]) -> dict[str, str]:
    import msgspec

    return dict(ruleset.seats(msgspec.convert(chosen, ruleset.settings, strict=False)))


def _balance_figures(
    ruleset: "Ruleset", chosen: dict[str, Any], seed: str, results: "Sequence[GameResult]"
) -> dict[str, Any]:
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


def _tell_balance(
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


@click.command()
@rules_argument
@click.option("--games", default=20, show_default=True, help="How many games to play.")
@click.option("--seed", default="1", show_default=True, help="The same seed always gives the same games.")
@settings_options
@click.option("--standing/--no-standing", default=None,
              help="All games with standing orders, or all without (default: every second game without).")  # fmt: skip
@click.option("--player", type=click.Choice(("guess", "menu", "bot")), default="guess", show_default=True,
              help="Who plays: chance with a purpose, chance with what the order desk offers, or the bot.")  # fmt: skip
@click.option("--bot", is_flag=True, help="The same as --player bot.")
@click.option("--views", is_flag=True,
              help="Try sheets, whole and mutated, and ask, from what a seat sees.")  # fmt: skip
@jobs_option
@click.option("--out", type=click.Path(path_type=Path), default=Path("fuzz-failure.yaml"), show_default=True,
              help="Where to save a broken game; `--replay` plays it again.")  # fmt: skip
@click.option("--replay", type=click.Path(exists=True, path_type=Path), help="Play a saved game again instead.")
@click.option("--coverage", is_flag=True, help="Say what the games showed, and what they never did.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def fuzz_command(
    rules: str | None,
    games: int,
    seed: str,
    chosen: dict[str, Any],
    standing: bool | None,
    player: str,
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
    from pbem.playtest import recorded
    from pbem.playtest.fuzz import cores, played

    player = "bot" if bot else player
    part = "bot" if player == "bot" else "guess"
    ruleset = rules_called(rules, partial(fit, part=part, chosen=chosen))
    if replay:
        table = recorded.replay(ruleset, recorded.read(replay))
        click.echo(f"played again: {ruleset.outcome(table.state)}")
        return
    playtest = playtest_called(ruleset, part)
    begun = time.perf_counter()
    tallies = []
    settings = fitting(ruleset, chosen)
    play = partial(fuzzer.fuzz_number, ruleset, playtest, settings, seed, standing=standing, player=player, views=views)
    for number, tally in enumerate(output.each(played(play, games, jobs or cores()), "Games", games)):
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
    from pbem.playtest.balance import most_asked, per_turn

    games = [tally.rounds for tally in tallies]
    return {"per turn": per_turn(games, playtest.moments), "most in a turn": most_asked(games)}


def _coverage(tallies: "Iterable[Tally]") -> dict[str, Any]:
    from pbem.playtest.fuzz import Shown

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
