"""The tokens of the demonstrations' emails: what they must be now, and how to correct them.

A token depends on the entry after which its stage was asked, so it may change with the rules.
"""

import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from pbem.demo.campaign import Campaign
from pbem.demo.script import Sample
from pbem.mail.message.received import opened
from pbem.referee.game import Game

DEMO = Path(__file__).parents[2] / "games" / "demo"
HINT = "run scripts/refresh-demo: it puts the tokens of the sample emails right"

_TOKEN = re.compile(rb"\{[a-z0-9]{4}-[a-z0-9]{4}\}")


def stale(campaign: Campaign) -> Iterator[tuple[Sample, str]]:
    """Each email whose token does not fit, with the one that does; told before the email is read."""
    campaign.begin()
    for part in campaign.script.rounds:
        game = campaign.open()
        for sample in campaign.mails(part):
            token = wanted(game, sample)
            if token and sample.tokens != (token,):
                yield sample, token
        for _ in campaign.play_round(part):
            pass


def wanted(game: Game, sample: Sample) -> str:
    """The token that an email of its sender needs now; empty for a stranger."""
    seats = game.settings.seats_of(opened(sample.raw).sender)
    stage = game.stage(seats[0]) if seats else None
    return game.token(stage.seat, stage.decision.key, stage.asked) if stage else ""


def refresh(source: Path = DEMO) -> list[Path]:
    """Rewrite the tokens that do not fit; return the emails that changed."""
    changed = []
    with tempfile.TemporaryDirectory() as folder:
        for sample, token in stale(Campaign(source, Path(folder) / "game")):
            sample.path.write_bytes(_TOKEN.sub(f"{{{token}}}".encode(), sample.raw))
            changed.append(sample.path)
    return changed


if __name__ == "__main__":
    for demo in sorted(DEMO.parent.glob("*/demo.yaml")):
        for path in refresh(demo.parent):
            sys.stdout.write(f"{path.relative_to(DEMO.parent)}: token put right\n")
