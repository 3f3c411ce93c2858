from datetime import UTC, datetime

import msgspec
import pytest

from pbem.mail.message.dkim import KeyLookup, KeyRecord, asking, parted
from tests.servers.names import Names

NAME = "s1._domainkey.example.org"
AT = datetime(2026, 11, 21, 12, tzinfo=UTC)


def ask(names: Names, name: str = NAME, wait: float = 5.0) -> KeyRecord:
    return asking(names.resolver, lambda: AT, wait)(name)


def test_a_key_is_asked_for(names: Names) -> None:
    names.texts[NAME] = ["v=DKIM1; p=AAAA"]
    assert ask(names) == KeyRecord(NAME, "v=DKIM1; p=AAAA", AT, "found")
    assert names.questions == [NAME]


def test_a_long_key_comes_by_tcp(names: Names) -> None:
    names.texts[NAME] = ["v=DKIM1; p=" + "A" * 1500]
    assert ask(names).text == names.texts[NAME][0]
    assert names.questions == [NAME, NAME]


def test_other_records_beside_the_key_do_not_matter_but_two_keys_are_none(names: Names) -> None:
    names.texts[NAME] = ["v=spf1 -all", "v=DKIM1; p = AAAA"]
    assert ask(names).text == "v=DKIM1; p = AAAA"
    names.texts[NAME] = ["v=DKIM1; p=AAAA", "v=DKIM1; p=BBBB"]
    assert ask(names).state == "absent"
    names.texts[NAME] = ["v=DKIM1; p=" + "A" * 9000]
    assert ask(names).state == "absent"


@pytest.mark.parametrize("name", [NAME, "a..b", "x" * 70 + ".example.org", "é" * 300])
def test_no_such_name_is_absent(names: Names, name: str) -> None:
    assert ask(names, name) == KeyRecord(name, "", AT, "absent")


def test_trouble_of_the_server_passes(names: Names) -> None:
    names.texts[NAME] = ["v=DKIM1; p=AAAA"]
    names.failing = True
    assert ask(names).state == "temporary"


def test_a_silent_server_is_waited_for_so_long_only(names: Names) -> None:
    names.silent = True
    assert ask(names, wait=0.3).state == "temporary"


@pytest.mark.parametrize("resolver", ["127.0.0.1:1", "not an address", "127.0.0.1:port"])
def test_a_server_that_cannot_be_asked_may_be_mended(resolver: str) -> None:
    assert asking(resolver, wait=0.3)(NAME).state == "temporary"


def test_what_is_known_is_not_asked_again(names: Names) -> None:
    names.texts[NAME] = ["v=DKIM1; p=NEW"]
    kept = KeyRecord(NAME, "v=DKIM1; p=OLD", AT, "found")
    keys = KeyLookup({NAME: kept}, asking(names.resolver))
    assert keys.record(NAME) == kept
    assert (names.questions, keys.asked) == ([], {})


def test_what_was_temporary_is_asked_again_once(names: Names) -> None:
    names.failing = True
    first = KeyLookup({}, asking(names.resolver))
    first.record(NAME)
    first.record(NAME)
    assert names.questions == [NAME]
    names.failing = False
    names.texts[NAME] = ["v=DKIM1; p=AAAA"]
    second = KeyLookup(first.asked, asking(names.resolver))
    assert second.record(NAME) == second.asked[NAME]
    assert second.asked[NAME].state == "found"


def test_without_anybody_to_ask_only_what_is_known_counts() -> None:
    assert KeyLookup({}, None).record(NAME) is None


def test_a_record_can_be_kept() -> None:
    kept = KeyRecord(NAME, "v=DKIM1; p=AAAA", AT, "found")
    assert msgspec.json.decode(msgspec.json.encode({NAME: kept}), type=dict[str, KeyRecord]) == {NAME: kept}


@pytest.mark.parametrize(
    ("resolver", "host", "port"),
    [
        ("192.0.2.1", "192.0.2.1", 53),
        ("192.0.2.1:5353", "192.0.2.1", 5353),
        ("2001:db8::1", "2001:db8::1", 53),
        ("[2001:db8::1]", "2001:db8::1", 53),
        ("[2001:db8::1]:5353", "2001:db8::1", 5353),
    ],
)
def test_a_server_is_named_with_or_without_its_port(resolver: str, host: str, port: int) -> None:
    assert parted(resolver) == (host, port)
