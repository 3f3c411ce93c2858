"""The address of the order desk in game.yaml."""

import pytest

from pbem.settings.game import wrong_desk


@pytest.mark.parametrize(
    ("address", "codes"),
    [
        ("", []),
        ("https://desk.example.org", []),
        ("https://desk.example.org:8443", []),
        ("http://127.0.0.1:8642", []),
        ("http://localhost", []),
        ("http://[::1]:8642", []),
        ("http://desk.example.org", ["open-desk"]),
        ("http://127.0.0.1.example.org", ["open-desk"]),
        ("https://desk.example.org/", ["bad-desk"]),
        ("https://desk.example.org/games", ["bad-desk"]),
        ("desk.example.org", ["bad-desk"]),
        ("HTTPS://desk.example.org", ["bad-desk"]),
        ("https://", ["bad-desk"]),
        ("https://ann@desk.example.org", ["bad-desk"]),
    ],
)
def test_a_desk_is_an_address_without_a_path_and_encrypted_unless_on_this_machine(
    address: str, codes: list[str]
) -> None:
    assert [problem.code for problem in wrong_desk(address)] == codes
