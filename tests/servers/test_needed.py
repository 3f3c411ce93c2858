import pytest

from tests.servers.needed import needed


def test_a_missing_server_skips_its_tests_with_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PBEM_SERVERS", raising=False)
    with pytest.raises(pytest.skip.Exception, match="no-such-server is not installed"):
        needed("no-such-server")


def test_where_servers_are_required_it_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PBEM_SERVERS", "required")
    with pytest.raises(pytest.fail.Exception, match="no-such-server is not installed, and PBEM_SERVERS=required"):
        needed("no-such-server")
