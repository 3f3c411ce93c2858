"""One Chromium for tests that point at a board."""

from tests.report.browser.conftest import browser

__all__ = ["browser"]
