import os
import re
import shutil
import subprocess
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pbem.referee import keys
from pbem.settings.mail import SealedSettings
from pbem.store import encryption, files
from tests.servers.needed import REQUIRED

SHEET = "# Küstrin first\nmoves:\n  - Belle-Isle: Linz\n"


@pytest.fixture
def key(tmp_path: Path) -> Path:
    encryption.keygen(tmp_path / "key")
    return tmp_path / "key"


def recipient(key: Path) -> str:
    return keys.recipient_of(SealedSettings(identity_file=str(key)), key.parent)


def identity(key: Path) -> str:
    found = keys.identity_of(None, key.parent, key)
    assert found
    return found


@pytest.mark.parametrize("data", [b"", b"\0", b"a\0\0", b"x" * 4088, b"x" * 4089, bytes(range(256)) * 40])
def test_what_was_sealed_comes_out_to_the_byte(key: Path, data: bytes) -> None:
    sealed = encryption.seal(data, recipient(key))
    assert sealed.startswith(encryption.HEAD)
    assert encryption.unseal(sealed, identity(key)) == data


def test_the_size_tells_the_number_of_blocks_and_no_more(key: Path) -> None:
    def sizes(length: int) -> list[int]:
        return [len(encryption.seal(b"x" * length, recipient(key))) for _ in range(20)]

    small, full, large = sizes(0), sizes(4088), sizes(4089)
    assert max(small) > min(full)
    assert max(full) > min(small)
    assert min(large) > max(small + full) + encryption.BLOCK


def test_the_same_sheet_is_never_sealed_alike(key: Path) -> None:
    assert encryption.seal(b"pass", recipient(key)) != encryption.seal(b"pass", recipient(key))


def test_another_key_opens_nothing_and_says_so(key: Path, tmp_path: Path) -> None:
    encryption.keygen(tmp_path / "other")
    with pytest.raises(encryption.WrongKey, match="does not open"):
        encryption.unseal(encryption.seal(b"data", recipient(key)), identity(tmp_path / "other"))


def test_a_file_is_sealed_and_opened_in_its_place_and_keeps_its_time(key: Path, tmp_path: Path) -> None:
    path, arrived = tmp_path / "mail.eml", datetime(2026, 11, 21, 8, tzinfo=UTC)
    files.write(path, b"Subject: plan\n", arrived=arrived)
    for _ in range(2):
        encryption.seal_file(path, recipient(key))
        assert b"plan" not in path.read_bytes()
        assert datetime.fromtimestamp(path.stat().st_mtime, UTC) == arrived
    for _ in range(2):
        encryption.open_file(path, identity(key))
        assert path.read_bytes() == b"Subject: plan\n"
        assert datetime.fromtimestamp(path.stat().st_mtime, UTC) == arrived


def test_a_sealed_file_is_read_with_the_key_only(key: Path, tmp_path: Path) -> None:
    path = tmp_path / "mail.eml"
    path.write_bytes(b"plan")
    assert encryption.read(path, None) == b"plan"
    encryption.seal_file(path, recipient(key))
    assert not encryption.readable(path, None)
    with pytest.raises(encryption.NoKey):
        encryption.read(path, None)
    assert encryption.readable(path, identity(key))
    assert encryption.read(path, identity(key)) == b"plan"


def test_what_only_looks_sealed_is_left_as_it_is(key: Path, tmp_path: Path) -> None:
    path = tmp_path / "sheet.yaml"
    path.write_bytes(encryption.HEAD + b"\nnonsense\n")
    encryption.seal_file(path, recipient(key))
    encryption.open_file(path, identity(key))
    assert path.read_bytes() == encryption.HEAD + b"\nnonsense\n"


def test_a_key_is_for_its_owner_alone_and_never_overwritten(key: Path) -> None:
    assert key.stat().st_mode & 0o777 == 0o600
    before = key.read_bytes()
    with pytest.raises(encryption.BadSealKey, match="already"):
        encryption.keygen(key)
    assert key.read_bytes() == before


def test_the_key_given_goes_before_the_one_in_the_environment_and_that_before_the_one_in_the_game(
    key: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, environment = tmp_path / "game", tmp_path / "environment"
    assert keys.identity_of(SealedSettings(), game) is None
    encryption.keygen(game / "sealing-key")
    assert keys.identity_of(SealedSettings(), game) == identity(game / "sealing-key")
    encryption.keygen(environment)
    monkeypatch.setenv(keys.ENVIRONMENT, str(environment))
    assert keys.identity_of(SealedSettings(), game) == identity(environment)
    assert keys.identity_of(SealedSettings(), game, key) == identity(key)


def test_a_key_that_was_asked_for_must_be_there_and_be_a_key(tmp_path: Path) -> None:
    with pytest.raises(encryption.NoKey, match="cannot be read"):
        keys.identity_of(None, tmp_path, tmp_path / "nothing")
    (tmp_path / "empty").write_text("# a remark\n\n")
    with pytest.raises(encryption.BadSealKey, match="contains no key"):
        keys.identity_of(None, tmp_path, tmp_path / "empty")
    with pytest.raises(encryption.NoKey, match="pbem seal keygen"):
        keys.recipient_of(SealedSettings(), tmp_path)
    with pytest.raises(encryption.BadSealKey, match="not a recipient"):
        encryption.seal(b"", "age1nobody")


@pytest.mark.parametrize(
    "written",
    [
        SHEET.replace("\n", "\r\n"),
        "\n\n" + SHEET.replace("\n", "  \n") + "\n \n",
        "--- # vienna-1741, Louis XV\n" + SHEET + "...\n",
        "\ufeff" + SHEET.rstrip("\n"),
        SHEET.replace("ü", "u\u0308"),
    ],
)
def test_what_mail_programs_do_to_lines_does_not_change_the_hash(written: str) -> None:
    assert encryption.digest("00", written) == encryption.digest("00", SHEET)


@pytest.mark.parametrize("written", [SHEET.replace("Linz", "Wels"), SHEET.replace("  -", "-"), SHEET + "x: y\n", ""])
def test_another_sheet_or_nonce_has_another_hash(written: str) -> None:
    assert encryption.digest("00", written) != encryption.digest("00", SHEET)
    assert encryption.digest("01", SHEET) != encryption.digest("00", SHEET)


@pytest.mark.skipif(shutil.which("sha256sum") is None, reason="there is no sha256sum here")
def test_a_player_can_make_the_hash_without_this_program() -> None:
    told = subprocess.run(["sha256sum"], input=f"ab12\n{SHEET}".encode(), capture_output=True, check=True).stdout
    assert re.match(rb"[0-9a-f]{64}", told)
    assert told.split()[0].decode() == encryption.digest("ab12", SHEET)


@pytest.mark.skipif(
    shutil.which("age") is None and os.environ.get("PBEM_SERVERS") != REQUIRED, reason="there is no age here"
)
def test_age_opens_what_was_sealed(key: Path, tmp_path: Path) -> None:
    path = tmp_path / "sealed"
    path.write_bytes(encryption.seal(SHEET.encode(), recipient(key)))
    told = subprocess.run(["age", "-d", "-i", str(key), str(path)], capture_output=True, check=True).stdout
    assert told.startswith(SHEET.encode() + b"\0")


def test_chance_is_in_every_nonce() -> None:
    assert len({encryption.new_nonce() for _ in range(100)}) == 100
    assert os.environ.get(keys.ENVIRONMENT) is None
