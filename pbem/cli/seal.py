"""pbem seal: keys of sealed sheets, the page for sealed letters, pledges of sheets, and proofs of what a sheet said."""

import hashlib
from pathlib import Path
from typing import BinaryIO

import click

from pbem.cli import output
from pbem.cli.options import game_option, host, json_option
from pbem.mail.intake import pledges
from pbem.mail.intake.pledges import NoPledge
from pbem.mail.message.received import opened
from pbem.mail.mime.text import decoded
from pbem.referee import keys, opening
from pbem.store import encryption, files


@click.group()
def seal_command() -> None:
    """Make the key for sealed sheets, save the page for sealed letters, or prove what a sealed sheet said."""


@seal_command.command()
@click.option(
    "--file", type=click.Path(path_type=Path, dir_okay=False), help="Save the key here; no game is needed then."
)
@game_option
@json_option
def keygen(file: Path | None, folder: Path, as_json: bool) -> None:
    """Make a key and print what to write into game.yaml.

    Without --file the key is saved in the game's folder, where the moderator can use it to open every sheet: that
    only prevents seeing a sheet by accident. For secrecy from the moderator, let someone else make the key on
    another machine.
    """
    path = file or _usual_place(folder)
    recipient = encryption.keygen(path)
    if as_json:
        output.data({"identity": str(path), "recipient": recipient})
        return
    output.text(f"The key is in {path}; without it nothing sealed can ever be read.")
    output.text("Add to game.yaml, under mail:")
    output.text(f"  sealed: {{recipient: {recipient}}}")
    output.text("or, to seal what is private into a forum's thread, under forum:")
    output.text(f"  private: sealed\n  recipient: {recipient}")


@seal_command.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@json_option
def page(file: Path, as_json: bool) -> None:
    """Save the page for sealed letters in a public thread as FILE, and print its SHA-256.

    Say its SHA-256 in the first post of the thread, so that everyone can check the page; `pbem site` writes the same.
    """
    from pbem.web.public.sealed_page import sealed_page

    file.write_bytes(sealed_page())
    digest = hashlib.sha256(sealed_page()).hexdigest()
    if as_json:
        output.data({"file": str(file), "sha256": digest})
    else:
        output.text(f"The page is in {file}; its SHA-256, for the first post of the thread:")
        output.text(f"  {digest}")


@seal_command.command(short_help="Check that a sheet is the one a receipt is about.")
@click.argument("sheet", type=click.File("rb"))
@click.option("--nonce", required=True, help="The nonce in the receipt.")
@click.option("--hash", "wanted", required=True, help="The hash in the receipt or in a letter.")
@json_option
def verify(sheet: BinaryIO, nonce: str, wanted: str, as_json: bool) -> None:
    """Check that SHEET (- for standard input) is the one a receipt is about; the exit code is 1 if not.

    SHEET may be the sheet itself, or the email with it, as a mail program saves it. Blank lines around the sheet,
    spaces at the ends of lines and the `---` and `...` lines do not matter.
    """
    raw = sheet.read()
    texts = (decoded(raw, "").text, opened(raw).found.sheet)
    hashes = [encryption.digest(nonce.strip().lower(), text) for text in texts]
    good = wanted.strip().lower() in hashes
    found = wanted.strip().lower() if good else hashes[0]
    if as_json:
        output.data({"ok": good, "hash": found})
    else:
        output.text("It is the same sheet." if good else f"It is another sheet, or another nonce; its hash is {found}.")
    if not good:
        click.get_current_context().exit(1)


@seal_command.command()
@click.argument("sheet", type=click.File("rb"))
@click.option("--seat", required=True, help="Your seat, as game.yaml calls it.")
@click.option("--letter", "number", required=True, type=click.IntRange(1), help="The number of the letter.")
@click.option(
    "--keep",
    type=click.Path(path_type=Path, dir_okay=False),
    help="The file to keep (default: pledge-SEAT-LETTER.txt).",
)
@json_option
def commit(sheet: BinaryIO, seat: str, number: int, keep: Path | None, as_json: bool) -> None:
    """Make a pledge of SHEET (- for standard input): a line to post before the deadline, which does not show the sheet.

    SHEET has the first and the last line of the form in your letter. Keep the file that is written, and post what is in
    it once everyone has ordered: only then does the sheet count, as of when you posted the line.
    """
    found = pledges.kept(decoded(sheet.read(), "").text, seat, number)
    path = keep or Path(f"pledge-{seat}-{number}.txt")
    if path.exists():
        raise NoPledge(f"there is already a file {path}: what it keeps may be pledged; name another one with --keep")
    files.write_text(path, found.text)
    if as_json:
        output.data({"line": found.line, "file": str(path)})
        return
    output.text(f"{found.line}\n\nPost this line. Keep {path}, and post what is in it once everyone has ordered.")


@seal_command.command()
@click.argument("file", type=click.File("rb"))
@click.option("--as", "seat", metavar="SEAT", help="The seat whose pledge it is, or its player's name on the forum.")
@click.option("--at", "when", metavar="TIME", help="When it was posted, as for `pbem submit`.")
@click.option("--link", default="", help="The address of the post.")
@game_option
@json_option
def record(**options: object) -> None:
    """Record the pledges in FILE (- for standard input): a line, a post or a page of posts.

    `pbem submit` does so as well, with the sheets in the same posts.
    """
    from pbem.cli.submit import submit_command

    click.get_current_context().invoke(submit_command, **options)


@seal_command.command()
@click.argument("file", type=click.File("rb"))
@click.option("--as", "seat", metavar="SEAT", help="The seat whose sheet it is, or its player's name on the forum.")
@click.option("--link", default="", help="The address of the post.")
@game_option
@json_option
def reveal(**options: object) -> None:
    """Check the sheet that FILE reveals against its pledge, and submit it: it counts as of when it was pledged.

    FILE is what its player kept, or the post or page with it. What does not match is refused.
    """
    from pbem.cli.submit import submit_command

    click.get_current_context().invoke(submit_command, **options)


def _usual_place(folder: Path) -> Path:
    game = opening.look(folder, host().rulesets)
    return keys.usual_place(game.settings.mail.sealed, folder)
