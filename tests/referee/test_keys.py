"""Keys of a game: derived as RFC 5869 says, and none tells another."""

import pytest

from pbem.engine.table import commitment
from pbem.referee.keys import Keys, hkdf, keys_of

VECTORS = {
    "A.1": (
        "0b" * 22, bytes(range(0x0D)).hex(), bytes(range(0xF0, 0xFA)).hex(), 42,
        "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865",
    ),
    "A.2": (
        bytes(range(0x50)).hex(), bytes(range(0x60, 0xB0)).hex(), bytes(range(0xB0, 0x100)).hex(), 82,
        (
            "b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c59045a99cac7827271cb41c65e590e09"
            "da3275600c2f09b8367793a9aca3db71cc30c58179ec3e87c14c01d5c1f3434f1d87"
        ),
    ),
    "A.3": (
        "0b" * 22, "", "", 42,
        "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", VECTORS)
def test_rfc_5869(case: str) -> None:
    key, salt, info, length, made = VECTORS[case]
    assert hkdf(bytes.fromhex(key), bytes.fromhex(salt), bytes.fromhex(info), length).hex() == made


def test_more_than_hkdf_can_make_is_refused() -> None:
    assert len(hkdf(b"key", b"", b"", 8160)) == 8160
    with pytest.raises(ValueError, match="8161"):
        hkdf(b"key", b"", b"", 8161)


def test_each_purpose_has_a_key_of_its_own() -> None:
    keys = keys_of("00" * 32)
    made = [getattr(keys, name) for name in Keys.__struct_fields__]
    assert len(set(made)) == len(made)
    assert all(len(key) == 64 for key in made)
    assert not set(made) & {getattr(keys_of("00" * 31 + "01"), name) for name in Keys.__struct_fields__}
    assert keys.commitment == commitment(keys.chance)
