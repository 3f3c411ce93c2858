"""pbem seal: the key of sealed sheets, the page for sealed letters, and the proof of what a sealed sheet said."""

import hashlib
from pathlib import Path
from typing import BinaryIO

import click

from pbem.cli import output
from pbem.cli.options import game_option, host, json_option
from pbem.mail.message.received import opened
from pbem.mail.mime.text import decoded
from pbem.referee import keys, opening
from pbem.store import encryption


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


def _usual_place(folder: Path) -> Path:
    game = opening.look(folder, host().rulesets)
    return keys.usual_place(game.settings.mail.sealed, folder)
