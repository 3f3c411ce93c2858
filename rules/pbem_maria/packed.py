"""Where the files are that a wheel packs into the package and that a checkout keeps at its top."""

from pathlib import Path

_HERE = Path(__file__).parent
_CHECKOUT = _HERE.parents[1]


def beside(packed: str, in_checkout: str) -> Path:
    """The folder *packed* in the package, else *in_checkout* at the top of the checkout."""
    own = _HERE / packed
    return own if own.is_dir() else _CHECKOUT / in_checkout
