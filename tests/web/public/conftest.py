"""One Chromium for all tests of public pages."""

from tests.report.browser.conftest import browser

__all__ = ["browser"]
