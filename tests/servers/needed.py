"""What a test's servers need; where it is missing the test is skipped, unless `PBEM_SERVERS=required`."""

import os
import shutil
import sys

import pytest

PATHS = "/usr/sbin:/usr/local/sbin:/sbin"
REQUIRED = "required"


def lacking(program: str) -> str:
    """Why *program* cannot serve here; empty if it can."""
    if where(program) is None:
        return f"{program} is not installed"
    if sys.platform == "win32" or os.geteuid() != 0:
        return f"{program} must be started as root"
    return ""


def where(program: str) -> str | None:
    """The path of *program*, which servers keep where only root looks."""
    return shutil.which(program, path=f"{os.environ.get('PATH', os.defpath)}:{PATHS}")


def needed(program: str) -> str:
    """The path of the server *program*; else the test is skipped, or fails where servers are required."""
    if why := lacking(program):
        if os.environ.get("PBEM_SERVERS") == REQUIRED:
            pytest.fail(f"{why}, and PBEM_SERVERS={REQUIRED}", pytrace=False)
        pytest.skip(why)
    return where(program) or program
