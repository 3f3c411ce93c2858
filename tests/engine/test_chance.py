import hashlib
import hmac
from collections import Counter

import pytest

from pbem.engine.table import Chance, commitment, mixed


def test_a_stream_is_hmac_sha256_of_name_and_counter() -> None:
    # printf 'pile 1\0\0\0\0\0' | openssl dgst -sha256 -hmac secret  begins with these four bytes
    import hashlib
    import hmac

    first = hmac.new(b"secret", b"pile 1\0" + bytes(4), hashlib.sha256).digest()[:4]

    assert Chance("secret", "pile 1").below(1 << 32) == int.from_bytes(first, "big")


def test_shuffles_never_change() -> None:
    assert Chance("secret", "pile 1").shuffled("abcdefgh") == tuple("echdafgb")


def test_another_name_or_secret_is_another_shuffle() -> None:
    cards = range(52)

    assert len({Chance(s, n).shuffled(cards) for s in ("a", "b") for n in ("pile 1", "pile 2")}) == 4


def test_every_card_is_there_once() -> None:
    assert sorted(Chance("s", "n").shuffled(range(152))) == list(range(152))


def test_numbers_are_spread_evenly() -> None:
    chance = Chance("s", "n")
    counts = Counter(chance.below(6) for _ in range(6000))

    assert set(counts) == set(range(6))
    assert max(counts.values()) - min(counts.values()) < 250


def test_no_number_lies_below_nothing() -> None:
    with pytest.raises(ValueError, match="below 0"):
        Chance("s", "n").below(0)


def test_the_commitment_is_a_sha256() -> None:
    assert commitment("secret") == "2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b"


def test_words_of_chance_make_another_key_and_silence_none() -> None:
    words = {"ann": "three blind mice", "ben": ""}
    # printf 'words of chance\nann=three blind mice\nben=\n' | openssl dgst -sha256 -hmac secret
    said = b"words of chance\nann=three blind mice\nben=\n"
    assert mixed("secret", words) == hmac.new(b"secret", said, hashlib.sha256).hexdigest()
    assert mixed("secret", {"ann": "", "ben": ""}) == mixed("secret", {}) == "secret"
    swapped = {"ann": "", "ben": "three blind mice"}
    assert len({mixed("secret", words), mixed("secret", swapped), mixed("other", words)}) == 3
