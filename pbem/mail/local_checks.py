"""What mail needs on this machine: files and what others may do with them."""

import ipaddress
import os
import shlex
import shutil
import socket
import stat
from collections.abc import Iterable, Iterator
from datetime import timedelta
from pathlib import Path

from pbem.errors import Refusal, why
from pbem.mail.transport import folder, maildir, server
from pbem.mail.transport.folder import oldest_first, only_files, shown
from pbem.mail.transport.server import DoctorFinding, bad, good, unsure, untried
from pbem.referee import keys
from pbem.referee.game import SECRET, Clock, Game
from pbem.referee.opening import FOLDERS
from pbem.referee.upgrade import positions
from pbem.settings import game
from pbem.settings.mail import Listen, path_of
from pbem.store import files

WHAT = "rights"
_MOST_NAMED = 5
_WRITE = 0o022


def of_game(game: Game) -> Iterator[DoctorFinding]:
    """Whether anyone but the owner can get at something in the game's folder.

    What is in a folder that no one else may enter is closed, whatever it says of itself.
    """
    folder = game.folder.resolve()
    pipe = _is_shared(folder / maildir.NAME)
    closed = 0o710 if pipe else 0o700
    own = _mode(folder)
    if wider := own & 0o077 & ~closed:
        yield bad(
            WHAT,
            f"{_who(wider)} on this computer can look into {folder} (mode {own:03o})",
            f"chmod {closed:o} {folder}",
        )
    if not own & 0o077:
        yield good(WHAT, f"only its owner can enter {folder}")
        return
    wide = [path for path, mode in _entries(folder) if mode & 0o077 & ~_allowed(folder, path, pipe=pipe)]
    if wide:
        names = [str(path.relative_to(folder)) for path in wide[:_MOST_NAMED]]
        more = f" and {len(wide) - len(names)} more" if len(wide) > len(names) else ""
        yield bad(WHAT, f"not closed to others: {', '.join(names)}{more}", _remedy(folder, wide))
    if not wider and not wide:
        yield good(WHAT, f"only its owner, and the group of the spool, can enter {folder}")


def of_transports(game: Game) -> Iterator[DoctorFinding]:
    """Whether others can read, or put there, what comes and goes by folders outside of the game's."""
    mail = game.settings.mail
    for what, name in (("in: folder", mail.intake.folder), ("out: folder", mail.delivery.folder)):
        path = path_of(game.folder, name).resolve()
        if name and path.is_dir() and not path.is_relative_to(game.folder.resolve()):
            yield from _of_transport(what, path, 0o077)
    if mail.intake.maildir:
        path = path_of(game.folder, mail.intake.maildir).resolve()
        if path.is_dir() and _mode(path) & 0o007:
            for place in (maildir.NEW, maildir.CUR):
                if (path / place).is_dir():
                    yield from _of_transport(f"in: maildir, {place}", path / place, 0o007)


def _of_transport(what: str, path: Path, closed: int) -> Iterator[DoctorFinding]:
    mode = _mode(path)
    if wider := mode & closed:
        does = "put mail into" if wider & _WRITE else "look into"
        remedy = f"chmod {mode & ~closed:o} {path}; or make sure that no folder above it lets them in"
        kind = bad if wider & 0o007 else unsure
        yield kind(what, f"{_who(wider)} on this computer can {does} {path} (mode {mode:03o})", remedy)


def _entries(folder: Path) -> Iterator[tuple[Path, int]]:
    """What is in *folder*, with its mode, as far as others can get at it: into a closed folder no one looks."""
    with os.scandir(folder) as found:
        entries = sorted(found, key=lambda entry: entry.name)
    for entry in entries:
        if entry.is_symlink():  # it has no rights of its own
            continue
        mode = stat.S_IMODE(entry.stat(follow_symlinks=False).st_mode)
        yield Path(entry.path), mode
        if mode & 0o077 and entry.is_dir(follow_symlinks=False):
            yield from _entries(Path(entry.path))


def _allowed(folder: Path, path: Path, *, pipe: bool) -> int:
    """What others than the owner may do with *path*, for a pipe of a mail server to bring mail."""
    if not pipe:
        return 0
    name = path.relative_to(folder).parts[0]
    return 0o070 if name == maildir.NAME else 0o040 if path == folder / game.NAME else 0


def _remedy(folder: Path, wide: Iterable[Path]) -> str:
    """The commands that close *wide*; of the spool only what its group does not need."""
    tops = dict.fromkeys(folder / path.relative_to(folder).parts[0] for path in wide)
    others = [path for path in tops if path.name != maildir.NAME]
    lines = [f"chmod -R go-rwx {shlex.join(map(str, others))}"] if others else []
    return "; ".join([*lines, *(f"chmod -R o-rwx {shlex.quote(str(path))}" for path in tops if path not in others)])


def _is_shared(path: Path) -> bool:
    return path.is_dir() and bool(_mode(path) & stat.S_IWGRP)


def _mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def _who(bits: int) -> str:
    return "everybody" if bits & 0o007 else "a group"


LITTLE, TIGHT = 50_000_000, 500_000_000
"""Bytes of free disk below which nothing will do, and below which it is time to look."""
_MADE_LATER = (maildir.NAME, *(f"{maildir.NAME}/{place}" for place in maildir.PLACES), server.FOLDER)
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
        with files.held(game.folder, patience=0):
            pass
    except files.Busy:
        pass  # whoever holds it, could
    except files.NoLocks as refusal:
        yield bad("locks", refusal.says, files.NO_LOCKS_REMEDY)
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


def clock_checks(game: Game, now: Clock) -> Iterator[DoctorFinding]:
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
    for transport, account in (("in: imap", mail.intake.imap), ("out", mail.delivery.server)):
        if account and account.password_file:
            named[f"the password of {transport}"] = account.password_file
    for what, name in named.items():
        yield _secret(what, path_of(game.folder, name))
    if mail.sealed:
        path = keys.usual_place(mail.sealed, game.folder)
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
    places = [game.folder / maildir.NAME / "new"]
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
    undecided = game.outbox.undecided()
    for ident in game.outbox.listed("trying"):
        stuck = True
        says = f"{ident} may or may not have arrived"
        if ident in undecided:
            helps = f"ask its reader, then `pbem send --again {ident}` or `pbem send --settled {ident}`"
            yield bad("outbox", says, helps)
        else:
            yield unsure("outbox", says, "pbem sends it again by itself")
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
    unread = len(game.inbox.waiting()) + len(maildir.spooled(game.folder / maildir.NAME))
    if unread:
        yield unsure("inbox", f"emails waiting unread: {unread}", "`pbem turn`")
    else:
        yield good("inbox", "every email that came has been read")


def _said(game: Game, ident: str) -> str:
    reply = game.outbox.reply(ident)
    return reply.text if reply else "the reason is unknown"


def _usable(path: Path) -> bool:
    return path.is_dir() and os.access(path, os.R_OK | os.W_OK | os.X_OK)
