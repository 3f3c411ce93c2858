"""One Chromium for tests that point at a board."""

import os
import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
QUIET = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync", "--no-first-run"]


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        if os.environ.get("PBEM_SERVERS") == "required":
            pytest.fail("chromium is not installed, and PBEM_SERVERS=required")
        pytest.skip("chromium is not installed")
    with sync_playwright() as running:
        yield running.chromium.launch(executable_path=CHROMIUM, args=QUIET)
