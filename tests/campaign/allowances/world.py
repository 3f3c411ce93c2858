"""A toy game whose players may ask for more time."""

import email
import email.policy
from pathlib import Path

from tests.campaign.world import World, unwrapped

EXTENSIONS = "extensions: {times: 2, in all: 4 days, each: 2 days}\n"


def begun(folder: Path, more: str = EXTENSIONS) -> World:
    """A game begun on Saturday 21 November 2026, whose bids are due on Wednesday 20:00 in Berlin."""
    return World(folder, more)


def asks(world: World, seat: str, text: str) -> str:
    """Send an email of *seat*, do a turn, and return the reply."""
    before = {path.name for path in world.folder.glob("out/receipt-*")}
    world.send(seat, f"{text}\n")
    world.turn()
    new = [path for path in world.folder.glob("out/receipt-*") if path.name not in before]
    return read(new[0]) if new else ""


def told(world: World, seat: str) -> list[str]:
    """The emails of facts to *seat*."""
    return [read(path) for path in sorted(world.folder.glob(f"out/fact-*-{seat}.eml"))]


def read(path: Path) -> str:
    """The subject and the text of an email, unwrapped."""
    message = email.message_from_bytes(path.read_bytes(), policy=email.policy.default)
    body = message.get_body(("plain",))
    return unwrapped(f"{message['Subject']} {body.get_content() if body else ''}")
