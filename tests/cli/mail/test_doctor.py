import re

import pytest

from tests.cli.conftest import Pbem
from tests.servers.names import name_server


def test_the_doctor_says_in_words_what_is_wrong_and_ends_so(pbem: Pbem) -> None:
    said = pbem("doctor").output
    assert "good  folders: all are there" in said
    assert said.endswith("No problems found.\n")
    (pbem.folder / "secret").chmod(0o644)
    said = pbem("doctor", code=1).output
    assert "BAD   the game's secret: everyone on this computer can read" in said
    assert "chmod 600" in said
    found = pbem.json("doctor", code=1)
    assert [one["what"] for one in found if one["state"] == "bad"] == ["the game's secret"]


def test_the_doctor_asks_the_name_server_that_game_yaml_names(pbem: Pbem) -> None:
    with name_server() as names:
        file = pbem.folder / "game.yaml"
        trusting = f"  trust: {{policy: [token, dkim], resolver: '{names.resolver}'}}\n"
        file.write_text(file.read_text().replace("mail:\n", f"mail:\n{trusting}"))
        assert "good  trust: dkim" in pbem("doctor").output
        names.failing = True
        assert "no name server replies" in pbem("doctor", code=1).output


@pytest.mark.parametrize(
    ("name", "says", "remedy"),
    [
        ("secret", "the secret in .* is not the one that the game began with", "restore the file from a backup"),
        ("began.json", "began.json is damaged", "restore it from a backup or remove it"),
        ("log.jsonl", "it is not as it was written", "restore the newest log.jsonl"),
    ],
)
def test_files_that_do_not_belong_together_are_named(pbem: Pbem, name: str, says: str, remedy: str) -> None:
    pbem("turn")
    assert "good  the game: " in pbem("doctor").stdout
    path = pbem.folder / name
    text = path.read_bytes()
    path.write_bytes(text[:20] + bytes([text[20] ^ 1]) + text[21:])
    said = " ".join(pbem("doctor", code=1).stdout.split())
    assert re.search(f"BAD the game: .*{says}", said)
    assert remedy in said
    (found,) = pbem.json("doctor", code=1)
    assert (found["what"], found["state"]) == ("the game", "bad")
    for command in ("status", "turn", "letters", "fetch", "send", "mail"):
        assert re.search(says, pbem(command, code=1).stderr, re.IGNORECASE)
