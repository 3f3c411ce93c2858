"""A toy game on its way: what the tests of judging do with it."""

from email import message_from_bytes
from email.message import Message
from pathlib import Path

from pbem.mail.exchange import exchange, take_in
from pbem.mail.judges import HandledMail
from pbem.mail.mime.text import unflowed
from pbem.referee import opening
from pbem.referee.deadlines.received import SeatStatus
from pbem.referee.opening import create
from pbem.referee.status import Status, status
from pbem.report.plain import wrapped
from pbem.store.inbox import Verdict
from tests.copies import copied
from tests.toy.game import GAME_YAML, RULESETS, SEED, Clock, opened


def begun(folder: Path, change: tuple[str, str] = ("", ""), out: str = "{folder: out}") -> Path:
    """A toy game, its game.yaml changed, that waits for three bids."""
    text = GAME_YAML.replace("OUT", out)
    assert change[0] in text
    text = text.replace(*change) if change[0] else text

    def make(place: Path) -> None:
        create(place, text, RULESETS, SEED)
        play(place)

    return copied(folder, ("begun", text), make)


def fetch(folder: Path, clock: Clock | None = None) -> tuple[HandledMail, ...]:
    with opening.held(folder, RULESETS) as game:
        done = take_in(game, clock or Clock()).handled
    assert not [one.verdict for one in done if one.verdict.state == "failed"]
    return done


def one(folder: Path) -> Verdict:
    (handled,) = fetch(folder)
    return handled.verdict


def play(folder: Path) -> None:
    with opening.held(folder, RULESETS) as game:
        exchange(game, Clock())


def now(folder: Path) -> Status:
    return status(opened(folder), Clock())


def seat(folder: Path, name: str) -> SeatStatus:
    return next(one for one in now(folder).seats if one.seat == name)


def waiting_mails(folder: Path) -> dict[str, Message]:
    """The emails in the outbox by their ids."""
    game = opened(folder)
    return {ident: message_from_bytes(game.outbox.read(ident)[1]) for ident in game.outbox.listed("queued")}


def body(mail: Message) -> str:
    """The text of an email of ours, in the lines of a letter."""
    part = next(part for part in mail.walk() if part.get_content_type() == "text/plain")
    payload = part.get_payload(decode=True)
    assert isinstance(payload, bytes)
    text = payload.decode().replace("\r\n", "\n")
    return wrapped(unflowed(text)) if part.get_param("format") == "flowed" else text
