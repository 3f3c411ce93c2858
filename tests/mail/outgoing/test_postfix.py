"""A round of mail with a real mail server: out by SMTP, in by its pipe, and back again as bounces."""

import smtplib
from collections.abc import Iterator
from email import message_from_bytes, policy
from pathlib import Path

import pytest
import trustme

from pbem.mail import send as sending
from pbem.mail.fetch import fetch
from pbem.mail.message.received import bounced, word_of
from pbem.mail.mime.headers import bounce_word
from pbem.mail.outgoing.letters import make_letters
from pbem.referee import opening
from pbem.referee.opening import create
from pbem.referee.play import play_on
from pbem.store.outbox import DeliveryFate
from tests.mail.rounds.transports import body
from tests.servers.postfix import Postfix, postfix
from tests.toy.game import GAME_YAML, RULESETS, SEED, Clock, mail, opened


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Postfix]:
    folder = tmp_path_factory.mktemp("certificates")
    authority = trustme.CA()
    authority.issue_cert("localhost").private_key_and_cert_chain_pem.write_to_path(str(folder / "server.pem"))
    with postfix(folder / "server.pem") as running:
        authority.cert_pem.write_to_path(str(running.base / "authority.pem"))
        yield running


@pytest.fixture
def folder(server: Postfix) -> Path:
    """A game whose letters are written; ben's mailbox is not there."""
    server.until(lambda: server.idle)
    for path in sorted(server.game.rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() else path.unlink()
    for letter in (server.base / "mail").glob("*/new/*"):
        letter.unlink()
    smtp = f"{{host: localhost, port: {server.port}, security: starttls, certificates: {server.base}/authority.pem}}"
    text = GAME_YAML.replace("OUT", f"{{smtp: {smtp}}}")
    text = text.replace("  in: {folder: in}\n", "  bounces: game+*@test.local\n")
    text = text.replace("ben@", "nobody-here@").replace("@example.org", "@test.local")
    create(server.game, text, RULESETS, SEED)
    with opening.held(server.game, RULESETS) as game:
        play_on(game, Clock())
        make_letters(game)
    server.opened_to_pipe()
    return server.game


def send(folder: Path) -> dict[str, DeliveryFate]:
    with opening.held(folder, RULESETS) as game:
        return {one.ident: one.fate for one in sending.send(game, Clock())}


def fetched(server: Postfix) -> list[bytes]:
    """What came by the pipe, once it is there."""
    server.until(lambda: list((server.game / "spool" / "new").glob("*")))
    with opening.held(server.game, RULESETS) as game:
        return [item.path.read_bytes() for item in fetch(game).items]


ALL = ["round-0001-ann", "round-0001-ben", "round-0001-cid"]


@pytest.mark.slow
def test_letters_arrive_over_tls_and_once(server: Postfix, folder: Path) -> None:
    assert send(folder) == dict.fromkeys(ALL, DeliveryFate.taken)
    assert send(folder) == {}
    server.until(lambda: server.letters("ann") and server.letters("cid"))
    (letter,) = server.letters("ann")
    arrived = message_from_bytes(letter, policy=policy.default)
    assert arrived["Return-Path"].startswith("<game+")
    assert arrived["To"].addresses[0].addr_spec == "ann@test.local"
    assert body(arrived).startswith("YOUR BID IN LAP 1\n")
    assert arrived.get_content_type() == "multipart/alternative"
    assert b"with ESMTPS id" in letter
    assert letter.count(b"Message-ID:") == 1


def test_a_bounce_comes_back_to_the_letter_that_bounced(server: Postfix, folder: Path) -> None:
    send(folder)
    (raw,) = fetched(server)
    bounce = message_from_bytes(raw, policy=policy.default)
    assert bounce.get_content_type() == "multipart/report"
    assert bounce["Return-Path"] == "<>"
    game = opened(folder)
    word = word_of(game.settings.mail.bounces, [bounce["Delivered-To"]])
    assert word == bounce_word(game.keys.bounces, "round-0001-ben")
    (told,) = bounced(raw)
    assert told.failed
    assert told.recipient == "nobody-here@test.local"
    assert told.status == "5.1.1"
    letter = message_from_bytes(game.outbox.read("round-0001-ben")[1])
    assert letter["Message-ID"] in told.message_ids


def test_an_answer_comes_in_by_the_pipe(server: Postfix, folder: Path) -> None:
    sheet = mail("ann@test.local", "Re: [toy-1] your bid", "bid: 2\n.\nFrom here on\n")
    with smtplib.SMTP("localhost", server.port) as line:
        line.sendmail("ann@test.local", ["game@test.local"], sheet)
    (raw,) = fetched(server)
    arrived = message_from_bytes(raw, policy=policy.default)
    assert arrived["Return-Path"] == "<ann@test.local>"
    assert arrived.get_content() == "bid: 2\n.\nFrom here on\n"


def test_a_game_that_is_away_gets_its_mail_later(server: Postfix, folder: Path) -> None:
    (folder / "game.yaml").rename(folder / "game.away")
    with smtplib.SMTP("localhost", server.port) as line:
        line.sendmail("ann@test.local", ["game@test.local"], mail("ann@test.local", "away", "bid: 2\n"))
    server.until(lambda: "status=deferred" in server.log)
    (folder / "game.away").rename(folder / "game.yaml")
    server.flush()
    assert b"Subject: away" in fetched(server)[0]
