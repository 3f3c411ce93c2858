"""One Chromium for all tests that look at letters."""

import os
import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser")
CHROMIUM = next((found for found in map(shutil.which, _NAMES) if found), None)
"""The one that takes least of the processor, of those that are there."""
QUIET = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync", "--no-first-run"]
_PATIENCE = 120_000
"""Milliseconds that a page may take to come to what a test expects: a busy machine is slow, a fault is for ever."""


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        if os.environ.get("PBEM_SERVERS") == "required":
            pytest.fail("chromium is not installed, and PBEM_SERVERS=required")
        pytest.skip("chromium is not installed")
    expect.set_options(timeout=_PATIENCE)
    with sync_playwright() as running:
        yield running.chromium.launch(executable_path=CHROMIUM, args=QUIET)
