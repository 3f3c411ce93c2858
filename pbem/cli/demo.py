"""The commands `demo` and `solo`."""

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import click
import msgspec

from pbem.cli import output
from pbem.cli.options import host, json_option, playtest_called, rules_argument, rules_called, rules_option
from pbem.cli.playtest import fit, fitting, settings_options
from pbem.demo.campaign import Campaign, CampaignAnswer, CampaignRound, must_be_as_told
from pbem.demo.solo import play_round, player
from pbem.engine.reading import NO_NAMES
from pbem.engine.ruleset import Ruleset
from pbem.referee import letter, opening
from pbem.referee.game import SECRET
from pbem.referee.opening import create
from pbem.report import tree
from pbem.report.words import words_of
from pbem.settings.game import NAME
from pbem.store import files

if TYPE_CHECKING:
    from pbem.web.demonstration import DeskDemonstration


@click.command()
@click.option(
    "--keep",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    help="Play in this new folder and keep it.",
)
@click.option("--full", is_flag=True, help="Show emails, receipts and letters in full.")
@click.option("--desk", is_flag=True, help="Play on in your browser: serve the order desk, with a link for each seat.")
@click.option("--forum", is_flag=True, help="Play in a forum; --keep leaves its thread in the folder, as thread.html.")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=0, help="The port of the desk.  [default: any that is free]"
)
@rules_argument
@json_option
def demo_command(
    folder: Path | None, full: bool, desk: bool, forum: bool, port: int, rules: str | None, as_json: bool
) -> None:
    """Play a few stages of a campaign of RULES from sample emails.

    With --desk, leave the last of them to you, in your browser, until you press Ctrl-C. Nothing is sent anywhere: mail
    is read from files and written to files. With --forum, the players post what is in the emails.
    """
    if desk and (as_json or full):
        raise click.UsageError("--desk goes with neither --full nor --json.")
    if forum and (as_json or desk):
        raise click.UsageError("--forum goes with neither --desk nor --json.")
    if port and not desk:
        raise click.UsageError("--port goes with --desk only.")
    source = playtest_called(rules_called(rules, partial(fit, part="demo", chosen={})), "demo").demo or Path()
    if folder and folder.exists() and any(folder.iterdir()):
        raise click.UsageError(f"{folder} is not empty.")
    with _place(folder) as place:
        for mail in (path for path in (source / "mails").rglob("*") if path.is_file()):
            files.write(place / mail.relative_to(source), mail.read_bytes())
        campaign = Campaign(source, place, host().rulesets)
        if desk:
            serve(campaign, port, kept=bool(folder))
            return
        if as_json:
            output.data(_data(campaign, folder))
            return
        from pbem.demo.show import Show

        screen = Show
        if forum:
            from pbem.demo.forum import ForumCampaign, ForumShow

            campaign, screen = ForumCampaign(source, place, host().rulesets), ForumShow
        show = screen(campaign, folder, full=full)
        show.began(campaign.begin())
        for number, part in enumerate(campaign.script.rounds, 1):
            show.round(number, part)
            events = []
            for event in campaign.play_round(part):
                events.append(event)
                if isinstance(event, CampaignAnswer):
                    show.answered(event)
                else:
                    show.played(event)
            must_be_as_told(part, events)
        show.ended()


@contextmanager
def _place(folder: Path | None) -> Iterator[Path]:
    if folder:
        folder.parent.mkdir(parents=True, exist_ok=True)
        files.make_folder(folder)
        yield folder
        return
    with TemporaryDirectory(prefix="pbem-demo-") as temporary:
        yield Path(temporary)


def _data(campaign: Campaign, folder: Path | None) -> Any:
    rounds = [_round(campaign.begin())]
    for part in campaign.script.rounds:
        events = list(campaign.play_round(part))
        must_be_as_told(part, events)
        mails = [
            {
                "mail": f"{part.mails}/{one.sample.path.name}",
                "verdict": one.handled.verdict,
                "answer": one.handled.answer,
            }
            for one in events
            if isinstance(one, CampaignAnswer)
        ]
        rounds += [{"mails": mails, **_round(one)} for one in events if isinstance(one, CampaignRound)]
    return {"game": campaign.open().name, "folder": str(folder) if folder else None, "rounds": rounds}


def _round(played: CampaignRound) -> dict[str, Any]:
    letters = {made.seat: made.path.read_text(encoding="utf-8") for made in played.letters}
    return {"entries": len(played.entries), "letters": letters}


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.option("--seat", metavar="SEAT", help="Your seat, to begin the game.")
@settings_options
@click.option("--as-it-is", is_flag=True, help="Submit the sheet even if you did not change it.")
@rules_option
@json_option
def solo_command(
    folder: Path, seat: str | None, chosen: dict[str, Any], as_it_is: bool, rules: str | None, as_json: bool
) -> None:
    """Play alone against bots in FOLDER.

    Run it with --seat to begin the game. Each later run reads the sheet in FOLDER/sheet.yaml. If the sheet has
    problems, it lists them; otherwise it plays to your next letter and writes the next sheet for you to edit.
    """
    clock = host().clock
    if not (folder / SECRET).is_file():
        _begin(folder, rules_called(rules, partial(fit, part="bot", chosen=chosen)), seat, chosen)
    elif seat or chosen or rules:
        raise click.UsageError(
            f"The game in {folder} keeps the rules and settings it began with; for another game name a new folder."
        )
    with opening.held(folder, host().rulesets) as game:
        played = play_round(game, player(game), clock, as_it_is=as_it_is)
        colours = letter.words_for(game, game.view(played.seat), played.seat).group("colours")
    if as_json:
        output.data(played)
    else:
        from pbem.demo.solo import show

        show(played, colours)
    if played.fate == "refused" or played.stuck:
        click.get_current_context().exit(1)


def _begin(folder: Path, ruleset: Ruleset, name: str | None, chosen: dict[str, Any]) -> None:
    """Begin a game with a bot in each seat but the one called *name*."""
    playtest_called(ruleset, "bot")
    if folder.exists() and any(folder.iterdir()) and not (folder / NAME).exists():
        raise click.UsageError(f"{folder} is not empty.")
    settings = fitting(ruleset, chosen)
    seats = ruleset.seats(msgspec.convert(settings, ruleset.settings, strict=False))
    wanted = (name or "").casefold()
    own = next((seat for seat, title in seats.items() if wanted in (seat.casefold(), title.casefold())), None)
    if own is None:
        listed = ", ".join(f"{seat} ({title})" for seat, title in seats.items())
        raise click.UsageError(f"Choose your seat with --seat; there are: {listed}.")
    game = re.sub(r"[^a-z0-9]+", "-", folder.resolve().name.lower()).strip("-") or "solo"
    words = words_of(ruleset, NO_NAMES)
    text = words.fill("settings/solo.yaml.j2", game=game, rules=ruleset.name, settings=settings, seats=seats, own=own)
    create(folder, tree.plain(text), host().rulesets)


_WHAT_TO_DO = """\
Open the links, each in a tab of its own: you are all players at once. Click what you order, press Check, Try and Send.
When all sheets that the game waits for are there, it plays on. The pages notice it, and the new links come here.
No email leaves this machine. Ctrl-C ends it{}."""


def serve(campaign: Campaign, port: int, *, kept: bool) -> None:
    """Serve the game of *campaign* on this machine at *port*, once it is played up to where it is left to players."""
    from pbem.web.demonstration import DeskDemonstration
    from pbem.web.server.app import listening, run

    place = listening("127.0.0.1", port)
    address = f"http://127.0.0.1:{place.getsockname()[1]}"
    demonstration = DeskDemonstration(campaign, address, host().rulesets)
    demonstration.unplayed = output.error
    demonstration.played_on = lambda: _played_on(demonstration)
    click.echo("Playing the first rounds from sample emails ...", err=True)
    demonstration.play()
    server = demonstration.server()
    with demonstration.playing_on():
        run(server, place, lambda: _ready(demonstration, campaign if kept else None))


def _seats(demonstration: "DeskDemonstration") -> list[str]:
    lines: list[str] = []
    for seat in demonstration.seats():
        waits = ": the game is waiting for you" if seat.waited_for else ""
        lines += [f"{seat.title} ({seat.player}){waits}", f"  {seat.link}"]
    return lines


def _played_on(demonstration: "DeskDemonstration") -> None:
    """Say the links of the newest letters, without which no sheet can be sent."""
    output.text("\n".join(["", "The game has played on. These are the links of the newest letters:"]))
    output.text("\n".join(_seats(demonstration)))
    sys.stdout.flush()


def _ready(demonstration: "DeskDemonstration", kept: Campaign | None) -> None:
    lines = [f"{demonstration.title()}, on the order desk at {demonstration.address}", ""]
    lines += _seats(demonstration)
    lines += ["The moderator's page", f"  {demonstration.moderators_page()}"]
    lines += ["The public page", f"  {demonstration.public_page()}", ""]
    lines += [_WHAT_TO_DO.format(f"; the game stays in {kept.folder}" if kept else " and deletes the game")]
    output.text("\n".join(lines))
    sys.stdout.flush()
