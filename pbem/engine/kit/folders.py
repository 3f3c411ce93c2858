"""Where the templates are, in an installation or in a checkout."""

from pathlib import Path

import pbem


def base_folder() -> Path:
    """The folder of the templates that all games share, in an installation or in a checkout."""
    package = Path(pbem.__file__).parent
    return _first_folder(package / "templates" / "base", package.parent / "templates" / "base")


def folder_beside(package: Path, name: str) -> Path:
    """The templates of the game called *name*: in its *package*, or in `templates/` of the checkout around it."""
    return _first_folder(package / "templates", *(above / "templates" / name for above in package.parents))


def _first_folder(*folders: Path) -> Path:
    for folder in folders:
        if folder.is_dir():
            return folder
    raise FileNotFoundError(f"no folder of templates; looked for {', '.join(map(str, folders))}")
