"""How a line to a server is kept private when game.yaml does not say."""

import pytest

from pbem.store.mail_settings import Imap, Pop3, Security, Smtp


@pytest.mark.parametrize(
    ("server", "secured"),
    [
        (Imap("mail.example.org"), "tls"),
        (Pop3("127.0.0.1"), "tls"),
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
    server: Imap | Pop3 | Smtp, secured: Security
) -> None:
    assert server.secured == secured
