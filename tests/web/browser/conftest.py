"""One Chromium for all tests of whole pages of the desk."""

from tests.report.browser.conftest import browser

__all__ = ["browser"]
