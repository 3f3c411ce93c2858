import pytest

pytest_plugins = ["tests.servers.sinks", "tests.servers.dovecot"]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="Write the golden games' letters anew.")
