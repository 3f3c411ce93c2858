"""pbem doctor: what is wrong with the game's files and its mail."""

from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from pbem.cli import output
from pbem.cli.options import game_option, host, json_option, opened
from pbem.mail.doctor import RecordLookup
from pbem.mail.transport.server import DoctorFinding, bad, good
from pbem.referee.game import CannotPlay, Game
from pbem.settings.beginnings import Exchanged
from pbem.store.files import Damaged
from pbem.store.log import Broken

_SIGNS = {"good": "good", "bad": "BAD", "unsure": "look", "not tried": "-"}


@click.command()
@click.option("--seconds", default=15.0, show_default=True, help="How many seconds each step at a server may take.")
@click.option("--dns", is_flag=True, help="Also ask the name servers.")
@click.option("--send", is_flag=True, help="Also send a private message in the forum, to its own account.")
@game_option
@json_option
def doctor_command(seconds: float, dns: bool, send: bool, folder: Path, as_json: bool) -> None:
    """Check all servers and folders that mail and the forum need; say what is wrong and what would help.

    Nothing is fetched or changed, and nothing sent without --send. The exit code is 1 if anything is wrong.
    """
    findings = _findings(folder, seconds, dns, send)
    found = list(findings) if as_json else _told(findings)
    if as_json:
        output.data(found)
    if any(one.state == "bad" for one in found):
        click.get_current_context().exit(1)


def _findings(folder: Path, seconds: float, dns: bool, send: bool) -> Iterator[DoctorFinding]:
    """The findings about the game, or only that its files do not belong together."""
    from pbem.mail.doctor import examine

    try:
        game = opened(folder)
    except (Broken, CannotPlay, Damaged, Exchanged) as why:
        says, _, remedy = str(why).rpartition("; ")
        yield bad("the game", says, remedy)
        return
    yield good("the game", "its secret, its log and what it began with belong together")
    yield from examine(game, host().clock, seconds, _record(game, dns), send=send)


def _told(findings: Iterable[DoctorFinding]) -> list[DoctorFinding]:
    """Say each finding as it comes."""
    found: list[DoctorFinding] = []
    for one in findings:
        output.text(f"{_SIGNS[one.state]:4}  {one.what}: {one.says}")
        if one.remedy:
            output.text(f"          {one.remedy}")
        found.append(one)
    wrong = sum(one.state == "bad" for one in found)
    output.text(f"{wrong} of {len(found)} checks found a problem." if wrong else "No problems found.")
    return found


def _record(game: Game, dns: bool) -> RecordLookup | None:
    """The function that queries key records, if requested or if game.yaml names a server."""
    resolver = game.settings.mail.trust.resolver
    if not dns and not resolver:
        return None
    from pbem.mail.message.dkim import asking

    ask = asking(resolver)

    def record(name: str) -> str | None:
        answer = ask(name)
        return None if answer.state == "temporary" else answer.text

    return record
