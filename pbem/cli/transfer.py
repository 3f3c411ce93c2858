"""The commands `pack`, `unpack` and `upgrade`."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click
import msgspec

from pbem.cli import output
from pbem.cli.options import game_option, host, json_option, opened
from pbem.engine.event import PUBLIC
from pbem.engine.table import Entry
from pbem.referee import letter, opening
from pbem.referee.game import Game, settle_copies, take_game_back
from pbem.referee.records.package import pack, unpack
from pbem.referee.upgrade import Rerun, Trial, move, trial, upgrade
from pbem.report.story import past_of, private, story


@click.command()
@click.argument("file", required=False, type=click.Path(path_type=Path, dir_okay=False))
@click.option("--copy", is_flag=True, help="A backup: the game continues here.")
@click.option("--take-back", is_flag=True, help="The package was never unpacked: the game continues here after all.")
@click.option("--go-on", is_flag=True, help="Another copy that was noticed is stopped for good: this one continues.")
@click.option("--reason", default="", help="With --go-on: why; the log keeps it.")
@game_option
@json_option
def pack_command(
    file: Path | None,
    copy: bool,
    take_back: bool,
    go_on: bool,
    reason: str,
    folder: Path,
    as_json: bool,
) -> None:
    """Pack the game into FILE, to continue where it is unpacked; this copy then takes in no mail and plays nothing.

    FILE holds the game's secrets, all sheets, and passwords in its folder: pass it on safely.
    """
    if sum((file is not None, take_back, go_on)) != 1 or (file is None and copy):
        raise click.UsageError("Name the FILE to write, or one of --take-back and --go-on.")
    if take_back:
        back = take_game_back(folder)
        said = {"taken back": back}
        words = "`pbem turn` continues the game here." if back else "The game had not been handed over."
    elif go_on:
        if not reason:
            raise click.UsageError("--go-on needs a --reason: which copy was stopped, and how.")
        with opening.held(folder, host().rulesets) as game:
            settled = settle_copies(game.log, reason, host().clock())
        said = {"goes on": settled}
        words = "This copy continues; `pbem turn` continues it." if settled else "No other copy had been noticed."
    else:
        _pack(folder, file or folder, copy=copy, as_json=as_json)
        return
    if as_json:
        output.data(said)
    else:
        output.text(words)


def _pack(folder: Path, file: Path, *, copy: bool, as_json: bool) -> None:
    with output.busy("Packing"):
        done = pack(folder, file, host().clock, host().rulesets, copy=copy)
    if as_json:
        output.data({"file": str(done.path), "sha256": done.sha256, "files": done.files, "lacks": done.lacks})
        return
    output.text(f"Packed: {done.files} files into {done.path}")
    output.text(f"SHA-256: {done.sha256}")
    for name in done.lacks:
        output.text(f"Left out, since it is a link or no file: {name}")
    output.text("It holds all secrets of the game: pass it on safely, and delete it once it is unpacked.")
    if copy:
        output.text("The game continues here.")
    else:
        output.text(f"This copy has stopped. Where it is to continue: `pbem unpack {done.path.name} FOLDER`.")


@click.command()
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.argument("target", metavar="FOLDER", type=click.Path(path_type=Path, file_okay=False))
@json_option
def unpack_command(file: Path, target: Path, as_json: bool) -> None:
    """Unpack the game in FILE into the new FOLDER, and verify it.

    Every file is compared with what was packed, and the game's log, secret and beginning are checked; if anything is
    wrong FOLDER is not made.
    """
    with output.busy("Unpacking"):
        manifest, epoch = unpack(file, target, host().clock, host().rulesets)
    if as_json:
        output.data({"game": manifest.game, "files": len(manifest.files), "epoch": epoch})
        return
    when = f"{manifest.packed:%Y-%m-%d %H:%M} UTC"
    output.text(f"Unpacked and verified: {manifest.game}, {len(manifest.files)} files, packed on {when}.")
    output.text(f"Check paths and passwords in {target / 'game.yaml'}, then: pbem doctor --game {target}")
    output.text("Only one copy may run. If mail shows that the other still does, this one stops and says so.")


_MOST = 10
"""How many steps that would go differently are described."""


class UpgradeResult(msgspec.Struct, frozen=True):
    """The outcome for one game: its trial, whether it was upgraded, whether it switched to another edition."""

    game: str
    trial: Trial | None = None
    upgraded: bool = False
    moved: bool = False

    @property
    def another(self) -> bool:
        """Whether it would be another game."""
        return self.trial is not None and bool(self.trial.positions)


class _Wanted(msgspec.Struct, frozen=True):
    trying: bool
    anyway: bool
    moderator: bool
    edition: bool
    as_json: bool


@click.command()
@output.folders_argument
@click.option("--try", "trying", is_flag=True, help="Only show what would differ; nothing is changed.")
@click.option("--anyway", is_flag=True, help="Continue even if positions differ from those recorded.")
@click.option("--moderator", is_flag=True, help="Show steps with every secret (default: only what is public).")
@click.option("--edition", is_flag=True, help="Change to the edition that game.yaml names; everyone is told.")
@game_option
@json_option
@click.pass_context
def upgrade_command(
    ctx: click.Context,
    folders: tuple[Path, ...],
    trying: bool,
    anyway: bool,
    moderator: bool,
    edition: bool,
    folder: Path,
    as_json: bool,
) -> None:
    """Continue a game with the installed versions of pbem and the rules.

    This replays the log and runs every step again. What happened stays as it is; the installed rules hold from now
    on. A game keeps its own copy of its edition unless you ask for another. With several games, each in a DIR, one
    that cannot continue does not stop the others; the exit code is 1 then.
    """
    wanted = _Wanted(trying, anyway, moderator, edition, as_json)
    if not folders:
        done = _upgraded(folder, wanted)
        if as_json:
            output.data(done)
        bad = done.another and trying and not anyway
    else:
        outcomes: list[output.GameOutput[UpgradeResult]] = []
        for one in output.each_game(folders, lambda place: _upgraded(place, wanted)):
            outcomes.append(one)
            if not as_json:
                output.tell_wrong(one)
        if as_json:
            output.data([output.as_data(one, lambda done: done) for one in outcomes])
        bad = any(one.wrong or (one.result and one.result.another and trying and not anyway) for one in outcomes)
    if bad:
        ctx.exit(output.FAILED)


def _upgraded(folder: Path, wanted: _Wanted) -> UpgradeResult:
    """Try one game, and upgrade it unless that is all."""
    clock = host().clock
    if wanted.trying:
        return _tried(opened(folder), wanted)
    with opening.held(folder, host().rulesets) as game:
        done = _tried(game, wanted)
        done = msgspec.structs.replace(done, upgraded=upgrade(game, clock, anyway=wanted.anyway))
        if wanted.edition:
            done = msgspec.structs.replace(done, moved=move(game, clock))
        if not wanted.as_json:
            _tell(game, done)
    return done


def _tried(game: Game, wanted: _Wanted) -> UpgradeResult:
    if not game.log.entries:
        if not wanted.as_json:
            output.text(f"{game.name} has not begun: it will begin with {game.versions}.")
        return UpgradeResult(game.name)
    with output.busy(f"Trying {game.name}"):
        found = trial(game, host().clock)
    if not wanted.as_json:
        _tell_trial(game, found, wanted)
    if not wanted.moderator:
        found = msgspec.structs.replace(found, reruns=tuple(map(_public, found.reruns)))
    return UpgradeResult(game.name, found)


def _public(rerun: Rerun) -> Rerun:
    """The public part of a step that would go differently."""
    return msgspec.structs.replace(rerun, recorded=_seen(rerun.recorded), now=_seen(rerun.now))


def _seen(events: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(seen for event in events if (seen := event.seen_by(PUBLIC)) is not None)


def _tell(game: Game, done: UpgradeResult) -> None:
    if done.upgraded:
        output.text(f"{game.name} continues with {game.versions}.")
    elif done.trial and not done.trial.needed:
        output.text(f"{game.name} needs no upgrade.")
    if done.moved:
        output.text("It now uses the edition that game.yaml names. Run `pbem turn`: the letters tell everyone.")


def _tell_trial(game: Game, found: Trial, wanted: _Wanted) -> None:
    output.text(f"{game.name}: last played with {found.before or 'versions that its log does not name'}.")
    for one in found.changes:
        output.text(f"  {one.what}: {one.before or 'none'}, now {one.now or 'none'}")
    _tell_positions(found)
    for rerun in found.reruns[:_MOST]:
        _tell_rerun(game, rerun, moderator=wanted.moderator)
    if len(found.reruns) > _MOST:
        output.text(f"  and {len(found.reruns) - _MOST} more such steps; `--json` lists all.")
    if found.reruns:
        output.text("What has happened stays as recorded; what is to come follows the rules installed here.")
    if found.sheets:
        output.text(f"Sheets that count now would be refused: {', '.join(found.sheets)}.")
    if found.edition and not wanted.edition:
        output.text(
            "game.yaml names another edition than the game's own copy, which it keeps; "
            "`pbem upgrade --edition` switches to it."
        )


def _tell_positions(found: Trial) -> None:
    checked = found.rounds - len(set(found.unrecorded))
    if found.positions:
        output.text(f"THE POSITION DIFFERS from the one recorded in {_rounds(found.positions)}.")
    elif checked:
        counted = f"{checked} round{'s' * (checked > 1)}"
        output.text(f"The log leads to the same positions as before; those of {counted} were compared.")
    if found.unrecorded:
        output.text(f"No position was recorded in {_rounds(found.unrecorded)}, so there is nothing to compare.")
    if not found.reruns:
        output.text("Every step would have the same result.")


def _tell_rerun(game: Game, rerun: Rerun, *, moderator: bool) -> None:
    output.text(f"Round {rerun.round}, entry {rerun.entry}: the step {rerun.step} would now go differently.")
    if rerun.why:
        output.text(f"  {rerun.why}")
        return
    went, would_go = (
        _sentences(game, Entry(rerun.entry, events, rerun.step), moderator=moderator)
        for events in (rerun.recorded, rerun.now)
    )
    if went == would_go:
        output.text("  The public sees no difference; `--moderator` shows what single seats would see.")
        return
    output.text(f"  it went: {went}")
    output.text(f"  it would go: {would_go}")


def _sentences(game: Game, entry: Entry, *, moderator: bool) -> str:
    """The events of an entry in words, as everyone sees them or as the moderator does."""
    words = letter.words_for(game, game.view(), PUBLIC)
    past = past_of(game.table)
    told = story(words, [entry], PUBLIC, past)
    if moderator:
        told += [f"({seat}) {one}" for seat in game.titles for one in private(words, [entry], seat, past)]
    return " ".join(told) or ", ".join(_tags(_seen(entry.events))) or "nothing public"


def _tags(events: Iterable[Any]) -> Iterable[str]:
    return (str(type(event).__struct_config__.tag) for event in events)


def _rounds(numbers: tuple[int, ...]) -> str:
    """Numbers of rounds, with runs shortened: `rounds 1, 3 to 5`."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    told = ", ".join(f"{run[0]} to {run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)
    return f"round{'s' * (len(numbers) > 1)} {told}"
