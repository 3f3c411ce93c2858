"""pbem audit: repeat every draw of a game."""

from pathlib import Path

import click

from pbem.cli import output
from pbem.cli.options import game_option, json_option, names_game, opened
from pbem.errors import Refusal
from pbem.mail.intake import pledges
from pbem.mail.intake.forum_posts import PostProof, proofs
from pbem.mail.intake.pledges import PledgeProof
from pbem.referee.game import Game
from pbem.referee.records.chance import Audit, audit_game, audit_record, read_record, record_of, text_of
from pbem.store import files


class NotOver(Refusal):
    """While the game continues, no one may know the key of chance."""


@click.command()
@click.argument("source", required=False, type=click.Path(path_type=Path, exists=True))
@click.option("--commitment", default="", help="The SHA-256 from the first letter, to check a record against.")
@click.option("--export", type=click.Path(path_type=Path, dir_okay=False), help="Also write the record of all draws.")
@click.option(
    "--anyway",
    is_flag=True,
    help="Export although the game is not over: whoever reads the record knows all future draws.",
)
@click.option("--posts", is_flag=True, help="List instead what orders were posted when, by whom, with their links.")
@game_option
@json_option
def audit_command(
    source: Path | None, commitment: str, export: Path | None, anyway: bool, posts: bool, folder: Path, as_json: bool
) -> None:
    """Repeat every draw of a game and check each result.

    SOURCE is a game's folder, or the record of all draws that the players receive when the game ends (default:
    --game). The exit code is 1 if anything is wrong.
    """
    if source is not None and names_game(click.get_current_context()):
        raise click.UsageError("Name the game by --game or as SOURCE, not by both.")
    if posts:
        _tell_posts(opened(source or folder), as_json=as_json)
        return
    if source is not None and source.is_file():
        if export:
            raise click.UsageError("--export writes the record of a game's folder; SOURCE is a record already.")
        with output.busy("Repeating the draws"):
            found = audit_record(read_record(source), commitment.strip().lower())
    else:
        game = opened(source or folder)
        if export:
            _export(game, export, anyway)
        with output.busy("Repeating the draws"):
            found = audit_game(game)
    if as_json:
        output.data(found)
    else:
        _tell(found, compare=bool(source and source.is_file() and not commitment))
    if found.wrong:
        click.get_current_context().exit(1)


def _tell_posts(game: Game, *, as_json: bool) -> None:
    found, pledged = proofs(game), pledges.proofs(game)
    if as_json:
        output.data({"posts": found, "pledges": pledged} if pledged else found)
        return
    if pledged:
        columns = ("seat", "letter", "pledge", "posted (UTC)", "counts", "revealed (UTC)", "item", "is", "link")
        output.table(columns, [_pledge_row(one) for one in pledged])
    if found:
        heads = ("item", "seat", "is", "account", "posted (UTC)", "edited", "link")
        output.table(heads, [_post_row(one) for one in found])
    elif not pledged:
        output.text("No posts were taken in.")


def _post_row(one: PostProof) -> tuple[object, ...]:
    post = one.post
    at = f"{post.at or post.submitted:%Y-%m-%d %H:%M}"
    return f"{one.item:04d}", one.seat, one.state, post.account, at, post.edited or "", post.link


def _pledge_row(one: PledgeProof) -> tuple[object, ...]:
    pledge, revealed = one.pledge, f"{one.revealed:%Y-%m-%d %H:%M}" if one.revealed else ""
    counts, item = pledge.why or "yes", f"{one.item:04d}" if one.item else ""
    at = f"{pledge.at:%Y-%m-%d %H:%M}"
    return pledge.seat, pledge.round or "", pledge.digest, at, counts, revealed, item, one.state, pledge.link


def _export(game: Game, path: Path, anyway: bool) -> None:
    if game.outcome is None and not anyway:
        raise NotOver(
            f"the game {game.name} is not over: whoever has its record knows every draw to come; wait for its end, or "
            "use --anyway"
        )
    files.write(path, text_of(record_of(game)).encode())


def _tell(found: Audit, *, compare: bool) -> None:
    """Say what an audit found, and what its reader should *compare*."""
    for one in found.wrong:
        where = ", ".join(filter(None, (f"entry {one.entry}" if one.entry else "", one.draw)))
        output.text(f"WRONG  {f'{where}: ' if where else ''}{one.why}.")
    said = [f"{seat} “{text}”" if text else f"{seat} none" for seat, text in found.words.items()]
    output.text(f"Words of chance: {', '.join(said) or 'none'}.")
    for number, sha256 in enumerate(found.commitments):
        output.text(f"SHA-256 of key {number}: {sha256}")
    if compare:
        output.text("Compare key 0 with your first letter; later keys were announced when the game ended before them.")
    rerun = f", and {found.reruns} steps that drew were run again" if found.reruns else ""
    verdict = "Not all draws are right." if found.wrong else "All draws came out as recorded."
    output.text(f"Draws repeated: {found.draws}{rerun}. {verdict}")
