"""What a distribution of Maria takes along from the top of the checkout: templates, guide, demonstration, licence."""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

TAKEN = {
    "templates": "templates/maria",
    "guide/players.md": "docs/players.md",
    "guide/combat-plans.md": "docs/combat-plans.md",
    "demo": "games/demo",
    "LICENSE": "LICENSE",
}


class CheckoutHook(BuildHookInterface[Any]):
    """Packs them beside the modules; what was unpacked from an sdist has them there."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add them to what is built (`hatchling` calls it)."""
        checkout = Path(self.root).parents[1]
        for name, place in TAKEN.items():
            if version != "editable" and not (Path(self.root) / name).exists():
                build_data["force_include"][str(checkout / place)] = name
