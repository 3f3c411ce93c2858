"""What a game's distribution takes along from the top of the checkout, as its pyproject.toml lists it.

Each game has this file, as a build sees nothing beside it.
"""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CheckoutHook(BuildHookInterface[Any]):
    """Packs them beside the modules; what was unpacked from an sdist has them there."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add them to what is built (`hatchling` calls it)."""
        checkout = Path(self.root).parents[1]
        for name, place in self.config["taken"].items():
            if version != "editable" and not (Path(self.root) / name).exists():
                build_data["force_include"][str(checkout / place)] = name
