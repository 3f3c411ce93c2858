"""pbem demo: play the demonstration."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click

from pbem.cli import output
from pbem.cli.options import host, json_option, playtest_called, rules_argument, rules_called
from pbem.cli.tools.playtest_options import fit
from pbem.demo.campaign import Campaign, CampaignAnswer, CampaignRound, must_be_as_told
from pbem.store import files


@click.command()
@click.option(
    "--keep",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    help="Play in this new folder and keep it.",
)
@click.option("--full", is_flag=True, help="Show emails, receipts and letters in full.")
@click.option("--desk", is_flag=True, help="Play on in your browser: serve the order desk, with a link for each seat.")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=0, help="The port of the desk.  [default: any that is free]"
)
@rules_argument
@json_option
def command(folder: Path | None, full: bool, desk: bool, port: int, rules: str | None, as_json: bool) -> None:
    """Play a few stages of a campaign of RULES from sample emails.

    With --desk, leave the last of them to you, in your browser, until you press Ctrl-C. Nothing is sent anywhere: mail
    is read from files and written to files.
    """
    if desk and (as_json or full):
        raise click.UsageError("--desk goes with neither --full nor --json.")
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
            from pbem.cli.web import demo_desk

            demo_desk.serve(campaign, port, kept=bool(folder))
            return
        if as_json:
            output.data(_data(campaign, folder))
            return
        from pbem.demo.show import Show

        show = Show(campaign, folder, full=full)
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
