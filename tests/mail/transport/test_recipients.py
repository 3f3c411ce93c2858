import pytest

from pbem.mail.transport.server import ours
from pbem.settings.mail import MailSettings

MAIL = MailSettings(sender="Game@example.org", bounces="game-bounce+*@example.org")


@pytest.mark.parametrize(
    ("address", "known"),
    [
        ("game@example.org", True),
        ("<GAME@Example.org>", True),
        ("game+anything@example.org", True),
        ("game-bounce+abc@example.org", True),
        ("game-bounce@example.org", False),
        ("gamer@example.org", False),
        ("game@example.com", False),
        ("game@exampleXorg", False),
        ("game+x@evil.org@example.org", False),
        ("", False),
    ],
)
def test_the_games_own_addresses_are_known(address: str, known: bool) -> None:
    assert ours(MAIL, address) is known


def test_a_game_without_an_address_takes_all() -> None:
    assert ours(MailSettings(), "anybody@example.org")
