"""Firefox, driven over its own protocol: Marionette, which each Firefox speaks that is told to."""

import json
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.servers.ports import free_ports

FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")
_ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
_SECONDS = 60


class MarionetteError(Exception):
    """Firefox did not do what it was told."""


class Firefox:
    """A Firefox that listens at *port*, with a window of the size of a phone."""

    def __init__(self, port: int) -> None:
        self._socket = _connected(port)
        self._rest = b""
        self._count = 0
        self._message()
        self.do("WebDriver:NewSession", capabilities={"alwaysMatch": {"pageLoadStrategy": "normal"}})
        self.do("WebDriver:SetWindowRect", width=400, height=800)

    def do(self, command: str, **parameters: Any) -> Any:
        """Carry out a command of WebDriver and return what it gives; raises `MarionetteError`."""
        self._count += 1
        said = json.dumps([0, self._count, command, parameters]).encode()
        self._socket.sendall(b"%d:%b" % (len(said), said))
        _, _, error, result = self._message()
        if error:
            raise MarionetteError(f"{command}: {error['message']}")
        return result.get("value", result) if isinstance(result, dict) else result

    def open(self, address: str) -> None:
        self.do("WebDriver:Navigate", url=address)

    def address(self) -> str:
        found: str = self.do("WebDriver:GetCurrentURL")
        return found

    def run(self, script: str, *values: Any) -> Any:
        """What a script in the page returns."""
        return self.do("WebDriver:ExecuteScript", script=script, args=list(values))

    def click(self, selector: str) -> None:
        self.do("WebDriver:ElementClick", id=self._element(selector))

    def type(self, selector: str, text: str) -> None:
        """Type *text* in place of what is there."""
        found = self._element(selector)
        self.do("WebDriver:ElementClear", id=found)
        self.do("WebDriver:ElementSendKeys", id=found, text=text)

    def until(self, holds: Callable[[], object], what: str) -> None:
        """Wait until something *holds*."""
        for _ in range(_SECONDS * 10):
            try:
                if holds():
                    return
            except MarionetteError:  # the page is being loaded
                pass
            time.sleep(0.1)
        raise MarionetteError(f"it never came to this: {what}")

    def _element(self, selector: str) -> str:
        found = self.do("WebDriver:FindElement", using="css selector", value=selector)
        element: str = found[_ELEMENT]
        return element

    def _message(self) -> Any:
        """The next message: its length, a colon, and JSON."""
        while b":" not in self._rest:
            self._receive()
        length, _, self._rest = self._rest.partition(b":")
        while len(self._rest) < int(length):
            self._receive()
        said, self._rest = self._rest[: int(length)], self._rest[int(length) :]
        return json.loads(said)

    def _receive(self) -> None:
        got = self._socket.recv(65536)
        if not got:
            raise MarionetteError("Firefox has closed the connection")
        self._rest += got

    def close(self) -> None:
        self._socket.close()


@contextmanager
def firefox(folder: Path) -> Iterator[Firefox]:
    """A Firefox with a new profile in *folder*, and without a window."""
    assert FIREFOX
    (port,) = free_ports(1)
    folder.mkdir()
    (folder / "user.js").write_text(
        f'user_pref("marionette.port", {port});\nuser_pref("app.update.enabled", false);\n'
        'user_pref("datareporting.policy.dataSubmissionEnabled", false);\n'
        'user_pref("network.captive-portal-service.enabled", false);\n'
        'user_pref("network.connectivity-service.enabled", false);\n'
        'user_pref("browser.startup.homepage_override.mstone", "ignore");\n',
        encoding="utf-8",
    )
    command = (FIREFOX, "--marionette", "--headless", "--no-remote", "--profile", str(folder))
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        driven = Firefox(port)
        try:
            yield driven
        finally:
            driven.close()
    finally:
        process.terminate()
        process.wait(timeout=_SECONDS)


def _connected(port: int) -> socket.socket:
    for _ in range(_SECONDS * 10):
        try:
            return socket.create_connection(("127.0.0.1", port), timeout=_SECONDS)
        except ConnectionRefusedError:
            time.sleep(0.1)
    raise MarionetteError("Firefox does not listen")
