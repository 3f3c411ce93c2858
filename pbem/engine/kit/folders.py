"""Where the files are that a wheel packs into a package and that a checkout keeps at its top."""

from pathlib import Path

import pbem


def base_folder() -> Path:
    """The folder of the templates that all games share, in an installation or in a checkout."""
    package = Path(pbem.__file__).parent
    return _first_folder(package / "templates" / "base", package.parent / "templates" / "base")


def folder_beside(package: Path, packed: str, in_checkout: str) -> Path:
    """The folder *packed* in a game's *package*, else *in_checkout* at the top of the checkout around it.

    Raises `FileNotFoundError` if there is neither.
    """
    return _first_folder(package / packed, *(above / in_checkout for above in package.parents))


def _first_folder(*folders: Path) -> Path:
    for folder in folders:
        if folder.is_dir():
            return folder
    raise FileNotFoundError(f"no such folder; looked for {', '.join(map(str, folders))}")
