"""Checks of what is on this computer: folders, files that should be secret, the clock, what waits."""

import ipaddress
import os
import shutil
import socket
import stat
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

from pbem.mail.doctor.finding import DoctorFinding, bad, good, unsure, untried
from pbem.mail.transport import folder, maildir, server_state, spool
from pbem.mail.transport.waiting_files import oldest_first, only_files, shown
from pbem.referee.game import SECRET, Clock, Game
from pbem.referee.moderation.trial import positions
from pbem.referee.new_game import FOLDERS
from pbem.referee.sealing import sealing_keys
from pbem.settings.mail_settings import Listen, path_of
from pbem.store import lock
from pbem.store.refusal import Refusal, why

LITTLE, TIGHT = 50_000_000, 500_000_000
"""Bytes of free disk below which nothing will do, and below which it is time to look."""
_MADE_LATER = (spool.NAME, *(f"{spool.NAME}/{place}" for place in spool.PLACES), server_state.FOLDER)
"""Folders that are made when mail first needs them."""
_SKEW = timedelta(minutes=5)


def folders(game: Game) -> Iterator[DoctorFinding]:
    """Whether the game's folders are there and can be written to."""
    later = [name for name in _MADE_LATER if (game.folder / name).exists()]
    wrong = [name for name in (".", *FOLDERS, *later) if not _usable(game.folder / name)]
    for name in wrong:
        path = (game.folder / name).resolve()
        if path.is_dir():
            yield bad("folders", f"{path} cannot be written to", "let it belong to the user who runs pbem")
        elif path.exists():
            yield bad("folders", f"{path} is a file, not a folder", "move it elsewhere: the game needs this place")
        else:
            yield bad("folders", f"{path} is missing", f"make it: mkdir {path}")
    if not wrong:
        yield good("folders", "all are there and writable")


def locks(game: Game) -> Iterator[DoctorFinding]:
    """Whether the drive lets the game be locked, without which it cannot be changed."""
    try:
        with lock.held(game.folder, patience=0):
            pass
    except lock.Busy:
        pass  # whoever holds it, could
    except lock.NoLocks as refusal:
        yield bad("locks", refusal.says, lock.NO_LOCKS_REMEDY)
        return
    except OSError:
        return  # that the folder cannot be written to is told by itself
    yield good("locks", "the game can be locked against two programs at once")


def log(game: Game) -> Iterator[DoctorFinding]:
    """Whether the game can be played on with what is here, and all its positions are still those that were recorded."""
    if not game.log.entries:
        yield untried("log", "the game has not begun")
        return
    wrong = positions(game)
    try:
        game.guard()
    except Refusal as refusal:
        yield bad("log", str(refusal), "say what differs: pbem upgrade --try")
        return
    if wrong:
        rounds = ", ".join(map(str, wrong))
        yield bad("log", f"it leads to other positions than those recorded (round {rounds})", "pbem upgrade --try")
    else:
        yield good("log", f"it leads to all positions that were recorded (rounds compared: {len(game.log.pauses)})")


def disk(game: Game) -> Iterator[DoctorFinding]:
    """Whether there is room for mail."""
    free = shutil.disk_usage(game.folder).free
    says = f"{free // 1_000_000} MB are free"
    if free < LITTLE:
        yield bad("disk", says, "make room: until then mail stays on its server")
    elif free < TIGHT:
        yield unsure("disk", says, "make room soon")
    else:
        yield good("disk", says)


def clock(game: Game, now: Clock) -> Iterator[DoctorFinding]:
    """Whether the clock continues from what the game has seen."""
    seen = [line.at for line in game.log.lines[-1:]] + [item.arrived for item in game.inbox.items()[-1:]]
    latest = max(seen, default=None)
    if latest is not None and now() < latest - _SKEW:
        yield bad(
            "clock",
            f"it is {now():%Y-%m-%d %H:%M} UTC here, but the game has seen {latest:%Y-%m-%d %H:%M} UTC",
            "set the computer's clock; deadlines and certificates depend on it",
        )
    else:
        yield good("clock", f"{now():%Y-%m-%d %H:%M} UTC")


def older_keys(game: Game) -> Iterator[DoctorFinding]:
    """Whether game.yaml has keys by names that they no longer have; they are still read."""
    if press := game.settings.words.press:
        says = "game.yaml has `words: {between players: ...}`, an older key that is still read"
        yield unsure("press", says, f"write `press: {press}` in its place: it means the same")


def secrets(game: Game) -> Iterator[DoctorFinding]:
    """Whether what is secret can be read by us, and by no one else."""
    mail = game.settings.mail
    named = {"the game's secret": SECRET}
    for transport, server in (
        ("in: imap", mail.intake.imap),
        ("out", mail.delivery.smtp),
    ):
        if server and server.password_file:
            named[f"the password of {transport}"] = server.password_file
    for what, name in named.items():
        yield _secret(what, path_of(game.folder, name))
    if mail.sealed:
        path = sealing_keys.usual_place(mail.sealed, game.folder)
        if path.exists():
            yield _secret("the sealing key", path)
        else:
            yield unsure("the sealing key", f"{path} is missing", "it is needed when a stage is processed")


def _secret(what: str, path: Path) -> DoctorFinding:
    if not path.is_file():
        return bad(what, f"there is no file {path}", "put it there, or correct its name in game.yaml")
    if not os.access(path, os.R_OK):
        return bad(what, f"{path} cannot be read", "let it belong to the user who runs pbem")
    mode = stat.S_IMODE(path.stat().st_mode)
    if mode & 0o007:
        return bad(what, f"everyone on this computer can read {path} (mode {mode:03o})", f"chmod 600 {path}")
    if mode & 0o070:
        return unsure(what, f"a group can read {path} (mode {mode:03o})", f"chmod 600 {path}")
    return good(what, f"only its owner can read {path}")


def local_transports(game: Game) -> Iterator[DoctorFinding]:
    """Whether the folders by which mail comes and goes have the right shape."""
    mail = game.settings.mail
    if mail.intake.maildir:
        yield _maildir(path_of(game.folder, mail.intake.maildir))
    if mail.intake.folder:
        yield _folder("in: folder", path_of(game.folder, mail.intake.folder))
    if mail.delivery.folder:
        path = path_of(game.folder, mail.delivery.folder)
        yield _folder("out: folder", path if path.exists() else path.parent)
    if mail.intake.listen:
        yield _listener(mail.intake.listen)
    for path in astray(game):
        yield bad("in", f"{shown(path)} is not a file and stays there", "remove it, or put the file itself there")
    for found in map(folder.need_of, left_alone(game)):
        yield bad("in: folder", found.says, found.run)


def left_alone(game: Game) -> list[Path]:
    """The files where mail comes in that are not read, for their names or sizes."""
    intake = game.settings.mail.intake
    return folder.left_alone(path_of(game.folder, intake.folder), game.titles) if intake.folder else []


def astray(game: Game) -> list[Path]:
    """What is where mail comes in as if it were an email, and cannot be taken, since it is not a file."""
    intake = game.settings.mail.intake
    places = [game.folder / spool.NAME / "new"]
    if intake.maildir:
        places += [path_of(game.folder, intake.maildir) / name for name in (maildir.NEW, maildir.CUR)]
    lying = [path for place in places for path in oldest_first(place)]
    if intake.folder:
        lying += folder.lying(path_of(game.folder, intake.folder))
    files = set(only_files(lying))
    return [path for path in lying if path not in files]


def _maildir(path: Path) -> DoctorFinding:
    missing = [sub for sub in ("new", "cur", "tmp") if not (path / sub).is_dir()]
    if not path.is_dir():
        return bad("in: maildir", f"there is no folder {path}", "name the Maildir that the mail server delivers to")
    if missing:
        return bad(
            "in: maildir",
            f"{path} is not a Maildir: it lacks {', '.join(missing)}",
            "name the folder that has all three",
        )
    closed = [sub for sub in ("new", "cur") if not _usable(path / sub)]
    if closed:
        return bad("in: maildir", f"{path}/{closed[0]} cannot be written to", "emails must be moved from new/ to cur/")
    return good("in: maildir", f"{path} is a Maildir; new emails: {len(oldest_first(path / 'new'))}")


def _folder(what: str, path: Path) -> DoctorFinding:
    if not path.is_dir():
        return bad(what, f"there is no folder {path}", f"make it: mkdir {path}")
    if not _usable(path):
        return bad(what, f"{path} cannot be written to", "let it belong to the user who runs pbem")
    return good(what, f"{path} can be used")


def _listener(listen: Listen) -> DoctorFinding:
    what, place = "in: listen", f"{listen.host}:{listen.port}"
    try:
        local = listen.host == "localhost" or ipaddress.ip_address(listen.host).is_loopback
    except ValueError:
        local = False
    if not local:
        return bad(what, f"{listen.host} is open to other computers", "listen on 127.0.0.1, behind a mail server")
    try:
        family = socket.AF_INET6 if ":" in listen.host else socket.AF_INET
        socket.create_server((listen.host, listen.port), family=family).close()
    except OSError as error:
        return unsure(
            what,
            f"{place} is in use ({why(error)})",
            "fine if that is `pbem listen`; otherwise change the port",
        )
    return good(what, f"{place} is free; `pbem listen` is not running")


def people(game: Game) -> Iterator[DoctorFinding]:
    """Whether everyone can be written to."""
    without = [seat for seat, who in game.settings.seats.items() if not who.address and not who.bot]
    if not game.settings.mail.sender:
        yield untried("addresses", "the game has no address of its own (mail: from:), so it sends no mail")
    elif without:
        yield unsure("addresses", f"no mail goes to {', '.join(without)}", "their letters are in letters/, to pass on")
    else:
        yield good("addresses", "every seat with a player has one")
    bounces, sender = game.settings.mail.bounces, game.settings.mail.sender
    if bounces and bounces.rpartition("@")[2].casefold() != sender.rpartition("@")[2].casefold():
        yield unsure(
            "bounces",
            f"they go to a domain other than the game's: {bounces}",
            "mail to such addresses must arrive by the same transport",
        )
    elif sender and not bounces:
        yield unsure(
            "bounces",
            "they come to the game's own address, and only their text shows whose they are",
            "if your server delivers mail with a +detail, add under mail: bounces: "
            f"{'+*@'.join(sender.rpartition('@')[::2])}",
        )


def verdicts(game: Game) -> Iterator[DoctorFinding]:
    """Whether what became of each email can be read."""
    inbox = game.inbox.passing_over()
    inbox.verdicts()
    for damage in inbox.passed_over.values():
        says, _, remedy = damage.partition("; ")
        yield bad("inbox", says, remedy)
    if not inbox.passed_over:
        yield good("inbox", "what became of each email can be read")


def waiting(game: Game) -> Iterator[DoctorFinding]:
    """Whether mail got stuck."""
    stuck = False
    for ident in game.outbox.listed("trying"):
        stuck = True
        yield bad(
            "outbox",
            f"{ident} may or may not have arrived",
            f"ask its reader, then `pbem send --again {ident}` or `pbem send --settled {ident}`",
        )
    for ident in game.outbox.listed("refused"):
        stuck = True
        yield bad("outbox", f"{ident} was refused: {_said(game, ident)}", f"fix it, then `pbem send --again {ident}`")
    for ident in game.outbox.listed("queued"):
        if reply := game.outbox.reply(ident):
            stuck = True
            says = f"{ident} could not be sent yet (tries: {reply.tries}): {reply.text}"
            yield unsure("outbox", says, "`pbem send --now` tries it again")
    if not stuck:
        yield good("outbox", f"none stuck; messages waiting: {len(game.outbox.listed('queued'))}")
    unread = len(game.inbox.waiting()) + len(spool.waiting(game.folder / spool.NAME))
    if unread:
        yield unsure("inbox", f"emails waiting unread: {unread}", "`pbem turn`")
    else:
        yield good("inbox", "every email that came has been read")


def _said(game: Game, ident: str) -> str:
    reply = game.outbox.reply(ident)
    return reply.text if reply else "the reason is unknown"


def _usable(path: Path) -> bool:
    return path.is_dir() and os.access(path, os.R_OK | os.W_OK | os.X_OK)
