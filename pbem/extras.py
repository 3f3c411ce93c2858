"""Parts of pbem that are for some only: what they need is installed by an extra of the distribution."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

from pbem.store.refusal import Refusal

Extra = Literal["sealed", "web"]


class NotInstalled(Refusal):
    """A part of pbem lacks what it needs."""


@contextmanager
def extra(name: Extra) -> Iterator[None]:
    """Import in this context what the extra *name* installs; raises `NotInstalled` where it is missing."""
    try:
        yield
    except ModuleNotFoundError as missing:
        library = str(missing.name).partition(".")[0]
        raise NotInstalled(
            f"this needs a part of pbem that is not installed ({library} is missing); "
            f"install it with: pip install 'pbem[{name}]'"
        ) from missing
