"""A real web forum (Spirit, of Django) on loopback, started from the package index alone."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import msgspec
import pytest
from filelock import FileLock

from tests.servers.needed import REQUIRED
from tests.servers.ports import free_ports

VERSION = "0.14.3"
NAMES = ("anna", "bert", "referee", "admin")
"""The members; each password is the name and `-secret`."""
_SETTINGS = """
from .dev import *
DEBUG = True
SECRET_KEY = "for tests only"
ALLOWED_HOSTS = ["127.0.0.1"]
USE_TZ = True
TIME_ZONE = "UTC"
ST_SITE_URL = "http://127.0.0.1:{port}/"
ST_RATELIMIT_ENABLE = {pace}
ST_ALLOWED_UPLOAD_IMAGE_FORMAT = ("png",)
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
LOGGING = {{"version": 1, "disable_existing_loggers": True}}
"""
_SEED = """
import json
from django.contrib.auth import get_user_model
from spirit.category.models import Category
from spirit.topic.models import Topic
from spirit.comment.models import Comment
users = {}
for name in %r:
    user = get_user_model().objects.create(username=name, email=name + "@example.org")
    user.set_password(name + "-secret")
    user.save()
    user.st.is_verified, user.st.nickname = True, name.title()
    user.st.is_moderator = user.st.is_administrator = name == "admin"
    user.st.save()
    users[name] = user.pk
category = Category.objects.create(title="Play by forum")
topic = Topic.objects.create(title="Test campaign", category=category, user_id=users["admin"])
Comment.objects.create(topic=topic, user_id=users["admin"], comment="Welcome.", comment_html="<p>Welcome.</p>")
topic.increase_comment_count()
print(json.dumps({"users": users, "topic": topic.pk}))
"""


class Spirit(msgspec.Struct, frozen=True):
    url: str
    users: Mapping[str, int]
    topic: int

    @property
    def thread(self) -> str:
        return f"{self.url}/topic/{self.topic}/test-campaign/"


@contextmanager
def running(folder: Path, *, pace: bool = False) -> Iterator[Spirit]:
    """A forum with its members and one thread in *folder*; with *pace* its own limits of posts hold."""
    home = _installed()
    shutil.copytree(home / "forum", folder / "forum")
    (port,) = free_ports(1)
    _set_up(folder / "forum", port, pace=pace)
    python, known = home / "venv" / "bin" / "python", json.loads((home / "known.json").read_text())
    serve = (python, "manage.py", "runserver", f"127.0.0.1:{port}", "--noreload", "--insecure")
    with subprocess.Popen(
        serve, cwd=folder / "forum", env=_environment(home), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as server:
        try:
            url = f"http://127.0.0.1:{port}"
            _answering(url)
            yield Spirit(url, known["users"], known["topic"])
        finally:
            server.terminate()


def _answering(url: str) -> None:
    ends = time.monotonic() + 60
    while True:
        try:
            urlopen(url, timeout=20).close()
        except URLError:
            if time.monotonic() > ends:
                raise
            time.sleep(0.2)
        else:
            return


def _installed() -> Path:
    """The folder with Spirit and a forum that no one has written in, made once for each Python and user."""
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    home = Path(tempfile.gettempdir()) / f"pbem-spirit-{VERSION}-{version}-{os.getuid()}"
    home.mkdir(mode=0o700, exist_ok=True)
    with FileLock(home / "lock"):
        try:
            if not (home / "installed").exists():
                shutil.rmtree(home / "venv", ignore_errors=True)
                _run(sys.executable, "-m", "venv", home / "venv")
                _run(home / "venv" / "bin" / "pip", "install", "-q", f"django-spirit=={VERSION}")
                (home / "installed").touch()
        except subprocess.CalledProcessError as error:
            if os.environ.get("PBEM_SERVERS") == REQUIRED:
                raise
            pytest.skip(f"Spirit cannot be installed from the package index: {error.stderr[-200:]}")
        if not (home / "known.json").exists():
            shutil.rmtree(home / "forum", ignore_errors=True)
            _run(home / "venv" / "bin" / "spirit", "startproject", "forum", cwd=home, env=_environment(home))
            _set_up(home / "forum", 8000, pace=False)
            manage = (home / "venv" / "bin" / "python", "manage.py")
            _run(*manage, "spiritinstall", cwd=home / "forum", env=_environment(home))
            seeded = _run(*manage, "shell", "-v0", "-c", _SEED % (NAMES,), cwd=home / "forum", env=_environment(home))
            (home / "known.json").write_text(seeded.splitlines()[-1])
    return home


def _set_up(project: Path, port: int, *, pace: bool) -> None:
    (project / "forum" / "settings" / "local.py").write_text(_SETTINGS.format(port=port, pace=pace))


def _environment(home: Path) -> dict[str, str]:
    """Spirit calls django-admin by its name."""
    path = f"{home / 'venv' / 'bin'}{os.pathsep}{os.environ['PATH']}"
    return {**os.environ, "PATH": path, "DJANGO_SETTINGS_MODULE": "forum.settings.local"}


def _run(*command: object, cwd: Path | None = None, env: Mapping[str, str] | None = None) -> str:
    done = subprocess.run([str(part) for part in command], cwd=cwd, env=env, capture_output=True, text=True, check=True)
    return done.stdout
