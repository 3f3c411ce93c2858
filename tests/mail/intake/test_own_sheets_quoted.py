"""Whatever quotes a player's own earlier sheet puts it in force no more, and a command above a quotation counts."""

import base64
import html
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.mail.intake.sheet_files import LookedAt, look_at
from pbem.referee.game import Game
from pbem.report.letter import SheetFate
from tests.mail.corpus.posting import quoted
from tests.mail.rounds.transports import begun, body, fetch, one, waiting_mails
from tests.toy.game import drop, mail, opened, subject

OWN = "Ann Ünsal <ann@example.org>"
TOY = "Toy <game@example.org>"


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    folder = begun(tmp_path_factory.mktemp("quoted") / "game")
    for number, bid in enumerate(("bid: 1", "bid: 2"), 1):
        drop(folder, f"{number}.eml", mail("ann@example.org", f"Re: {subject(folder, 'ann')}", sheet(folder, bid)))
        fetch(folder)
    return opened(folder)


def sheet(folder: Path, bid: str) -> str:
    return f"--- # {subject(folder, 'ann')}\n{bid}\n...\n"


def letter(game: Game) -> str:
    return max((game.folder / "letters").glob("*/ann.txt")).read_text()


def attributions(who: str) -> dict[str, str]:
    """What programs write above a quotation, in the languages that they speak."""
    name, address = who.rstrip(">").split(" <")
    return {
        "gmail": f"On Sat, 21 Nov 2026 at 10:00, {who} wrote:\n",
        "gmail-folded": f"On Sat, 21 Nov 2026 at 10:00, {name}\n<{address}> wrote:\n",
        "thunderbird": f"Am 21.11.2026 um 10:00 schrieb {name}:\n",
        "apple": f"> On 21 Nov 2026, at 10:00, {name} <{address}> wrote:\n> \n",
        "french": f"Le sam. 21 nov. 2026 à 10:00, {who} a écrit :\n",
        "italian": f"Il giorno sab 21 nov 2026 alle ore 10:00 {who} ha scritto:\n",
        "spanish": f"El sáb, 21 nov 2026 a las 10:00, {name} (<{address}>) escribió:\n",
        "polish": f"sob., 21 lis 2026 o 10:00 {who} napisał(a):\n",
        "czech": f"Dne so 21. 11. 2026 10:00 uživatel {who} napsal:\n",
        "dutch": f"Op za 21 nov. 2026 om 10:00 schreef {who}:\n",
        "bare": "",
    }


def blocks(who: str, to: str) -> dict[str, str]:
    """What programs write above an email that they do not mark as quoted."""
    rule = "_" * 32
    return {
        "outlook": f"{rule}\nFrom: {who}\nSent: 21 November 2026 10:00\nTo: {to}\nSubject: x\n\n",
        "outlook-german": f"Von: {who}\nGesendet: Samstag, 21. November 2026 10:00\nAn: {to}\nBetreff: x\n\n",
        "outlook-french": f"De : {who}\nEnvoyé : samedi 21 novembre 2026 10:00\nÀ : {to}\nObjet : x\n\n",
        "outlook-czech": f"Od: {who}\nOdesláno: sobota 21. listopadu 2026 10:00\nKomu: {to}\nPředmět: x\n\n",
        "original": f"-----Original Message-----\nFrom: {who}\nSent: 21 November 2026\nTo: {to}\nSubject: x\n\n",
        "forwarded": f"-------- Forwarded message --------\nFrom: {who}\nDate: 21 Nov 2026\nSubject: x\nTo: {to}\n\n",
        "apple-forwarded": f"Begin forwarded message:\n\nFrom: {who}\nSubject: x\nDate: 21 November 2026\nTo: {to}\n\n",
    }


def quotations(text: str, who: str, to: str) -> Iterator[tuple[str, str]]:
    for name, above in attributions(who).items():
        yield name, above + quoted(text)
        yield f"{name}-tight", above + quoted(text, ">")
        yield f"{name}-twice", f"On Sat, 21 Nov 2026 at 11:00, {who} wrote:\n" + quoted(above + quoted(text))
    for name, above in blocks(who, to).items():
        yield name, above + text
        yield f"{name}-marked", above + quoted(text)


def page(words: str, text: str, who: str) -> bytes:
    lines = "".join(f"<div>{html.escape(line)}</div>" for line in text.splitlines())
    said = f"On Sat, 21 Nov 2026 at 10:00, {html.escape(who)} wrote:<br>"
    return (
        f"<div>{html.escape(words)}</div><div class='gmail_quote'><div class='gmail_attr'>{said}</div>"
        f"<blockquote class='gmail_quote'>{lines}</blockquote></div>"
    ).encode()


def looked_at(game: Game, text: str, *, as_html: bytes = b"") -> LookedAt:
    raw = mail("ann@example.org", f"Re: {subject(game.folder, 'ann')}", text or "x")
    if as_html:
        raw = raw.replace(b"text/plain", b"text/html").partition(b"\r\n\r\n")[0] + b"\r\n\r\n" + as_html
        raw = raw.replace(b"Content-Transfer-Encoding: 7bit", b"Content-Transfer-Encoding: 8bit")
    return look_at(game, "ann", raw, as_mail=True)


WORDS = "Did my first sheet arrive? Please ignore it, the second one counts."
UNSENT = "bid: 3"


@pytest.mark.parametrize("bid", ["bid: 1", "bid: 2", UNSENT])
def test_a_quoted_sheet_of_ones_own_is_no_sheet(game: Game, bid: str) -> None:
    for name, text in quotations(sheet(game.folder, bid), OWN, TOY):
        below = [f"{text}\n{WORDS}\n"] if text.startswith(("> ", "On ", "Am ", "Le ")) else []
        for whole in (f"{WORDS}\n\n{text}", *below):
            found = looked_at(game, whole)
            assert found.fate is SheetFate.words, (name, found.fate, found.sheet.text)
            assert [note.code for note in found.notes] == ["quoted-sheet-not-read"], name
    found = looked_at(game, "", as_html=page(WORDS, sheet(game.folder, bid), OWN))
    assert (found.fate, found.notes[0].code) == (SheetFate.words, "quoted-sheet-not-read")


@pytest.mark.parametrize("command", ["withdraw", "status", "pass", "hold", "help"])
def test_a_command_above_a_quoted_sheet_of_ones_own_is_what_counts(game: Game, command: str) -> None:
    for name, text in quotations(sheet(game.folder, "bid: 1"), OWN, TOY):
        found = looked_at(game, f"{command}\n\n{text}")
        assert found.commands == (command,) or (command, found.sheet.text) == ("pass", "pass\n"), name
    found = looked_at(game, "", as_html=page(command, sheet(game.folder, "bid: 1"), OWN))
    assert found.commands == (command,) or (command, found.sheet.text) == ("pass", "pass\n")


def test_a_command_above_a_form_that_was_changed_is_what_counts_and_the_form_is_named(game: Game) -> None:
    edited = letter(game).replace("bid: 0", "bid: 3")
    for _, text in quotations(edited, TOY, OWN):
        found = looked_at(game, f"withdraw\n\n{text}")
        assert found.commands == ("withdraw",)
        assert [note.code for note in found.notes][:1] == ["quoted-form-beside-command"]
        assert looked_at(game, f"try\n\n{text}").sheet.text.count("bid: 3") == 1


def test_the_quoted_form_of_a_letter_still_counts_if_it_was_changed(game: Game) -> None:
    whole, form = letter(game).replace("bid: 0", "bid: 3"), sheet(game.folder, "bid: 3")
    for name, text in quotations(whole, TOY, OWN):
        assert looked_at(game, f"Here it is.\n\n{text}").fate is SheetFate.accepted, name
    named = {name: text for name, text in quotations(form, TOY, OWN) if not name.startswith(("bare", "thunderbird"))}
    for name, text in named.items():
        assert looked_at(game, f"Here it is.\n\n{text}").fate is SheetFate.accepted, name


def test_the_quoted_form_of_a_letter_that_says_what_was_sent_before_is_no_new_sheet(game: Game) -> None:
    for name, text in quotations(letter(game).replace("bid: 0", "bid: 1"), TOY, OWN):
        found = looked_at(game, f"{WORDS}\n\n{text}")
        assert (found.fate, found.notes[0].code) == (SheetFate.words, "quoted-sheet-not-read"), name


def test_what_is_written_into_a_quotation_of_ones_own_is_refused(game: Game) -> None:
    text = quoted(sheet(game.folder, UNSENT)).replace("> bid: 3\n", "> bid: 3\nbid: 0\n")
    found = looked_at(game, f"On Sat, 21 Nov 2026 at 10:00, {OWN} wrote:\n{text}")
    assert [fault.problem.code for fault in found.sheet.every_fault] == ["quoted-own-sheet"]


def test_an_earlier_sheet_counts_again_if_it_is_copied(game: Game) -> None:
    for text in (sheet(game.folder, "bid: 1"), f"{WORDS}\n\n{sheet(game.folder, 'bid: 1')}"):
        assert looked_at(game, text).fate is SheetFate.accepted


def test_a_file_or_a_post_that_quotes_a_sheet_of_ones_own_brings_none(game: Game) -> None:
    for text in (quoted(sheet(game.folder, "bid: 1")), f"[quote=Ann]\n{sheet(game.folder, 'bid: 1')}[/quote]\n"):
        found = look_at(game, "ann", f"{WORDS}\n\n{text}".encode(), as_mail=False)
        assert found.fate is SheetFate.words


def test_the_reply_to_a_command_names_the_form_that_was_not_read(tmp_path: Path) -> None:
    folder = begun(tmp_path / "game")
    text = quoted(letter(opened(folder)).replace("bid: 0", "bid: 3"))
    raw = mail("ann@example.org", f"Re: {subject(folder, 'ann')}", f"hold\n\nOn Sat, {TOY} wrote:\n{text}")
    drop(folder, "1.eml", raw)
    assert one(folder).state == "command"
    told = " ".join(body(waiting_mails(folder)["receipt-0001"]).split())
    assert "were not read, as there is a command above it" in told


def test_a_sheet_that_came_as_a_quoted_form_is_judged_alike_when_it_is_confirmed(tmp_path: Path) -> None:
    folder = begun(tmp_path / "game")
    text = quoted(letter(opened(folder)).replace("bid: 0", "bid: 3"))
    raw = mail("ann@example.org", f"Re: {subject(folder, 'ann')}", f"On Sat, {TOY} wrote:\n{text}")
    drop(folder, "1.eml", raw)
    assert one(folder).state == "accepted"
    next((folder / "inbox").glob("0001-????????.json")).unlink()
    assert one(folder).state == "accepted"


def attachments(game: Game, text: str) -> Iterator[tuple[str, bytes]]:
    """An email of one's own as programs attach it to another."""
    raw = mail("ann@example.org", f"Re: {subject(game.folder, 'ann')}", text)
    packed = base64.encodebytes(raw)
    named = b'Content-Disposition: attachment; filename="Re orders.eml"\r\n'
    file = b"application/octet-stream; name=orders.eml"
    yield "whole", b"Content-Type: message/rfc822\r\n\r\n" + raw
    yield "named", b"Content-Type: message/rfc822\r\n" + named + b"\r\n" + raw
    yield "packed", b"Content-Type: message/rfc822\r\nContent-Transfer-Encoding: base64\r\n\r\n" + packed
    yield "file", b"Content-Type: " + file + b"\r\nContent-Transfer-Encoding: base64\r\n\r\n" + packed
    yield (
        "named file",
        (b"Content-Type: application/octet-stream\r\n" + named + b"Content-Transfer-Encoding: base64\r\n\r\n" + packed),
    )
    yield "text", b"Content-Type: text/plain; name=x.eml\r\n" + named + b"\r\n" + raw
    yield (
        "within another",
        (b"Content-Type: message/rfc822\r\n\r\nFrom: ann@example.org\r\nContent-Type: message/rfc822\r\n\r\n" + raw),
    )
    yield (
        "with a file",
        (
            b"Content-Type: message/rfc822\r\n\r\nFrom: ann@example.org\r\n"
            b"Content-Type: multipart/mixed; boundary=zz\r\n\r\n"
            b"--zz\r\nContent-Type: text/yaml; name=orders.yaml\r\n\r\n" + text.encode() + b"\r\n--zz--\r\n"
        ),
    )


def around(game: Game, words: str, attached: bytes) -> bytes:
    head = mail("ann@example.org", f"Re: {subject(game.folder, 'ann')}", "x").partition(b"Content-Type")[0]
    mine = f"\r\n--own\r\nContent-Type: text/plain\r\n\r\n{words}\r\n--own\r\n".encode()
    return head + b"Content-Type: multipart/mixed; boundary=own\r\n" + mine + attached + b"\r\n--own--\r\n"


@pytest.mark.parametrize("bid", ["bid: 1", "bid: 2", UNSENT])
def test_an_attached_email_of_ones_own_brings_no_sheet(game: Game, bid: str) -> None:
    for name, attached in attachments(game, sheet(game.folder, bid)):
        found = look_at(game, "ann", around(game, WORDS, attached), as_mail=True)
        assert found.fate is SheetFate.words, (name, found.fate, found.sheet.text)
        assert "attached-sheet-not-read" in [note.code for note in found.notes], name
        alone = look_at(game, "ann", around(game, "", attached), as_mail=True)
        assert alone.fate is not SheetFate.accepted, name
        assert alone.sheet.text == "" or not alone.sheet.answers, name


@pytest.mark.parametrize("command", ["withdraw", "status", "pass", "hold", "help"])
def test_a_command_above_an_attached_email_of_ones_own_is_what_counts(game: Game, command: str) -> None:
    for name, attached in attachments(game, sheet(game.folder, UNSENT)):
        found = look_at(game, "ann", around(game, command, attached), as_mail=True)
        assert found.commands == (command,) or (command, found.sheet.text) == ("pass", "pass\n"), name


def test_a_sheet_above_an_attached_email_of_ones_own_is_what_counts(game: Game) -> None:
    for name, attached in attachments(game, sheet(game.folder, UNSENT)):
        found = look_at(game, "ann", around(game, sheet(game.folder, "bid: 0"), attached), as_mail=True)
        assert (found.fate, "bid: 0" in found.sheet.text) == (SheetFate.accepted, True), name
