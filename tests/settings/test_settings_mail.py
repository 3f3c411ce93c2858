"""What game.yaml may say of mail, and how a line to a server is kept private when it does not say."""

from pathlib import Path

import pytest

from pbem.settings.game import BadSettings, read_settings
from pbem.settings.mail import Imap, Security, Smtp
from tests.toy.game import GAME_YAML, RULESETS


def refused(folder: Path, old: str, new: str) -> BadSettings:
    """What is said of the game's settings when *new* stands instead of *old*."""
    path = folder / "game.yaml"
    text = GAME_YAML.replace("OUT", "{folder: out}")
    assert old in text
    path.write_text(text.replace(old, new))
    (ruleset,) = RULESETS.values()
    with pytest.raises(BadSettings) as caught:
        read_settings(path, ruleset)
    return caught.value


@pytest.mark.parametrize(
    ("server", "secured"),
    [
        (Imap("mail.example.org"), "tls"),
        (Imap("mail.example.org", security="none"), "none"),
        (Smtp("mail.example.org"), "starttls"),
        (Smtp("mail.example.org", 587), "starttls"),
        (Smtp("mail.example.org", 465), "tls"),
        (Smtp("localhost"), "none"),
        (Smtp("127.0.0.1", 2525), "none"),
        (Smtp("127.0.0.1", security="starttls"), "starttls"),
        (Smtp("mail.example.org", security="none"), "none"),
    ],
)
def test_a_line_that_leaves_the_machine_is_encrypted_unless_game_yaml_says_otherwise(
    server: Imap | Smtp, secured: Security
) -> None:
    assert server.secured == secured


@pytest.mark.parametrize(
    ("old", "new", "code", "line"),
    [
        ("mail:\n", "mail:\n  trust: {policy: []}\n", "no-policy", "  trust: {policy: []}"),
        ("in: {folder: in}", "in: {imap: {host: h, port: 99999}}", "bad-port", "  in: {imap: {host: h, port: 99999}}"),
        ("in: {folder: in}", "in: {imap: {host: h, port: -1}}", "bad-port", "  in: {imap: {host: h, port: -1}}"),
        ("in: {folder: in}", "in: {listen: {port: 65536}}", "bad-port", "  in: {listen: {port: 65536}}"),
        (
            "out: {folder: out}",
            "out: {smtp: {host: h, port: 99999}}",
            "bad-port",
            "  out: {smtp: {host: h, port: 99999}}",
        ),
    ],
)
def test_what_cannot_be_is_refused_where_it_stands(tmp_path: Path, old: str, new: str, code: str, line: str) -> None:
    found = refused(tmp_path, old, new)
    (fault,) = found.faults
    assert fault.problem.code == code
    assert found.text.splitlines()[fault.place.line - 1] == line


OUT = "out: {folder: out}"
IN = "in: {folder: in}"
SMTP = "out: {smtp: {host: h, %s}}"


@pytest.mark.parametrize(
    ("old", "new", "codes"),
    [
        (OUT, SMTP % "port: 99999, usr: x", ["bad-port", "unknown-key"]),
        (OUT, SMTP % "port: many, per minute: -1" + "\n  bounce: x", ["not-a-number", "too-small", "unknown-key"]),
        (OUT, SMTP % "most bytes: 0", ["too-small"]),
        (OUT, "out: {smtp: {host: ''}}", ["bad-host"]),
        (OUT, "out: {smtp: {host: 'smtp://mail.example.org'}}", ["bad-host"]),
        (IN, "in: {imap: {host: me@h}}", ["bad-host"]),
        (OUT, f"{OUT}\n  answers: {{a day: -1}}", ["too-small"]),
        (OUT, f"{OUT}\n  bounces: game+*+*@example.org", ["bad-bounce-address"]),
        (OUT, f"{OUT}\n  trust: {{policy: [tokn]}}", ["not-a-choice"]),
        (OUT, "\tout: {folder: out}", ["tab-indent", "wrong-indent"]),
        (OUT, f"{OUT}\n  {OUT}", ["doubled-key"]),
        ("ben@example.org", "GAME@example.org", ["games-address"]),
        ("{player: Ben, address: ben@example.org}", "{player: Ben, adress: ben@example.org}", ["unknown-key"]),
        (IN, "in: {folder: inbox}", ["folder-in-use"]),
        (IN, "in: {folder: ./}", ["folder-in-use"]),
        (IN, "in: {maildir: in/../spool}", ["folder-in-use"]),
        (IN, "in: {folder: out}", ["folder-in-use"]),
        ("from: game@example.org", "from: [game@example.org]", ["wrong-shape"]),
    ],
)
def test_all_faults_are_told_at_once_and_none_that_only_follow(
    tmp_path: Path, old: str, new: str, codes: list[str]
) -> None:
    assert [fault.problem.code for fault in refused(tmp_path, old, new).faults] == codes


@pytest.mark.parametrize(
    ("address", "plain"),
    [
        ("ben@müller.de", "ben@xn--mller-kva.de"),
        ("ben@MÜLLER.de", "ben@xn--mller-kva.de"),
        ("ben@почта.рф", "ben@xn--80a1acny.xn--p1ai"),
        ("ben@例え.jp", "ben@xn--r8jz45g.jp"),
        ("ben+tag@bücher.example.org", "ben+tag@xn--bcher-kva.example.org"),
        ("ben@straße.de", ""),  # the older standard makes another name of it
        ("bön@example.org", ""),
        ("ben@mül ler.de", ""),
        ("ben@", ""),
        ("ben@.müller.de", ""),
        (f"ben@{'ü' * 70}.de", ""),
    ],
)
def test_an_address_with_letters_beyond_ascii_is_shown_as_servers_write_it(
    tmp_path: Path, address: str, plain: str
) -> None:
    (fault,) = refused(tmp_path, "ben@example.org", f"'{address}'").faults
    assert (fault.problem.code, fault.problem.args.get("plain", "")) == ("bad-address", plain)
    assert fault.problem.path == ("seats", "ben", "address")


def test_a_folder_is_in_use_that_a_link_of_the_games_own_leads_to(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "inbox").symlink_to("elsewhere")
    (fault,) = refused(tmp_path, IN, "in: {folder: elsewhere}").faults
    assert fault.problem.code == "folder-in-use"
