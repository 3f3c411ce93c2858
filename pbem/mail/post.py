"""The post: fetch what came in, send what lies in the outbox."""

from collections.abc import Sequence
from pathlib import Path

import msgspec

from pbem.mail.message import recipient_of
from pbem.roads import folder, maildir, smtp
from pbem.store import files
from pbem.store.game import Clock, Game
from pbem.store.inbox import Item
from pbem.store.mail_settings import Smtp
from pbem.store.outbox import Reply
from pbem.store.refusal import Refusal


class NoRoad(Refusal):
    """game.yaml names no way in or out, or one that is not there."""


class Unclear(Refusal):
    """There is no such message among those whose fate is open."""


class Fetched(msgspec.Struct, frozen=True):
    """The items that came in, and files whose names tell no seat."""

    items: tuple[Item, ...] = ()
    strange: tuple[Path, ...] = ()


class Sent(msgspec.Struct, frozen=True):
    """What became of one message."""

    ident: str
    fate: smtp.Fate
    said: str = ""


def fetch(game: Game) -> Fetched:
    """Keep everything that came in by the roads that game.yaml names."""
    intake = game.settings.mail.intake
    items: list[Item] = []
    strange: list[Path] = []
    if intake.maildir:
        items += maildir.fetch(_present(game, intake.maildir), game.inbox)
    if intake.folder:
        taken, strange = folder.fetch(_present(game, intake.folder), game.inbox, game.titles)
        items += taken
    return Fetched(tuple(items), tuple(strange))


def send(game: Game, clock: Clock) -> list[Sent]:
    """Send all that is queued by the road that game.yaml names; without one the mail stays queued."""
    delivery = game.settings.mail.delivery
    idents = game.outbox.listed("queued")
    if delivery.folder:
        return [_written(game, ident, _at(game, delivery.folder)) for ident in idents]
    if delivery.smtp and idents:
        return _by_smtp(game, delivery.smtp, idents, clock)
    return []


def again(game: Game, ident: str) -> None:
    """Put a message of open or refused fate back in line: the moderator knows that it did not arrive."""
    for place in ("trying", "refused"):
        if game.outbox.place(ident) == place:
            game.outbox.shift(ident, place, "queued")
            return
    raise Unclear(f"there is no message {ident} whose fate is open; `pbem status` lists them")


def settled(game: Game, ident: str) -> None:
    """Take a message of open or refused fate for done: it arrived, or need not."""
    for place in ("trying", "refused"):
        if game.outbox.place(ident) == place:
            game.outbox.shift(ident, place, "sent")
            return
    raise Unclear(f"there is no message {ident} whose fate is open; `pbem status` lists them")


def _by_smtp(game: Game, server: Smtp, idents: Sequence[str], clock: Clock) -> list[Sent]:
    sent: list[Sent] = []

    def trying(ident: str) -> None:
        game.outbox.shift(ident, "queued", "trying")

    def done(ident: str, fate: smtp.Fate, said: str) -> None:
        place = game.outbox.place(ident)
        if place is None:
            raise Unclear(f"the message {ident} left the outbox while it was sent")
        if fate is smtp.Fate.taken:
            game.outbox.shift(ident, place, "sent")
        else:
            game.outbox.note(ident, Reply(clock(), said))
            if fate is smtp.Fate.refused:
                game.outbox.shift(ident, place, "refused")
            elif fate is smtp.Fate.later and place == "trying":
                game.outbox.shift(ident, place, "queued")
        sent.append(Sent(ident, fate, said))

    smtp.deliver(server, _password(game, server), [_parcel(game, ident) for ident in idents], trying, done)
    return sent


def _parcel(game: Game, ident: str) -> smtp.Parcel:
    data = game.outbox.path(ident, "queued").read_bytes()
    return smtp.Parcel(ident, game.settings.mail.sender, recipient_of(data), data)


def _written(game: Game, ident: str, target: Path) -> Sent:
    """Deliver into a folder: the file has the message's name, so writing it twice is writing it once."""
    files.write(target / f"{ident}.eml", game.outbox.path(ident, "queued").read_bytes())
    game.outbox.shift(ident, "queued", "sent")
    return Sent(ident, smtp.Fate.taken)


def _password(game: Game, server: Smtp) -> str:
    if not server.password_file:
        return ""
    path = _at(game, server.password_file)
    if not path.is_file():
        raise NoRoad(f"the password file {path} is not there")
    return path.read_text(encoding="utf-8").strip()


def _present(game: Game, name: str) -> Path:
    path = _at(game, name)
    if not path.is_dir():
        raise NoRoad(f"mail is to come in by {path}, but there is no such folder")
    return path


def _at(game: Game, name: str) -> Path:
    return game.folder / Path(name).expanduser()
