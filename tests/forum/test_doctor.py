"""What `pbem doctor` finds about the forum."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.mail.doctor import forum as examine
from pbem.settings.forum import ForumSettings
from tests.forum.discourse_site import DiscourseSite
from tests.forum.site import running


@pytest.fixture
def site() -> Iterator[DiscourseSite]:
    made = DiscourseSite()
    with running(made):
        yield made


def found(site: DiscourseSite, folder: Path, key: str = "key-of-referee", *, send: bool = False) -> list[str]:
    (folder / "key").write_text(key)
    settings = ForumSettings("discourse", site.thread, user="referee", password_file="key")
    return [f"{one.state}: {one.says}" for one in examine(settings, folder, send=send)]


def test_a_member_who_can_do_all(site: DiscourseSite, tmp_path: Path) -> None:
    good = [
        "good: lets Referee in, who is number 1 there",
        "good: the thread can be read",
        "good: private messages can be read",
    ]
    assert found(site, tmp_path) == good
    assert site.texts() == []
    assert found(site, tmp_path, send=True) == [
        *good,
        f"good: a private message to Referee was sent: {site.url}/t/8/1",
    ]
    assert len(site.texts()) == 1


def test_a_key_that_is_refused(site: DiscourseSite, tmp_path: Path) -> None:
    (says,) = found(site, tmp_path, "wrong")
    assert says.startswith("bad: the forum does not accept the key")


def test_a_thread_that_is_not_there(site: DiscourseSite, tmp_path: Path) -> None:
    site.topics.clear()
    assert found(site, tmp_path)[1].startswith("bad: ")


def test_a_password_that_anyone_can_read(tmp_path: Path) -> None:
    settings = ForumSettings("phpbb", "http://forum.invalid/viewtopic.php?t=5", user="referee", password_file="none")
    first, second = examine(settings, tmp_path)
    assert "unencrypted" in first.says
    assert "missing" in second.says


def test_a_part_that_is_not_installed(site: DiscourseSite, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in [name for name in sys.modules if name.startswith("pbem.forum.") and not name.endswith("member")]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, "httpx", None)
    (says,) = found(site, tmp_path)
    assert "pip install 'pbem[forum]'" in says


def test_nothing_is_asked_without_a_user(tmp_path: Path) -> None:
    assert list(examine(ForumSettings("phpbb", "https://forum.example.org/viewtopic.php?t=5"), tmp_path)) == []


def test_a_library_for_discord_that_is_not_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "pbem.forum.discord", raising=False)
    monkeypatch.setitem(sys.modules, "discord", None)
    (tmp_path / "key").write_text("token")
    settings = ForumSettings("discord", "https://discord.com/channels/1/2", user="referee", password_file="key")
    (finding,) = examine(settings, tmp_path)
    assert (finding.state, "pip install 'pbem[discord]'" in finding.says) == ("bad", True)
