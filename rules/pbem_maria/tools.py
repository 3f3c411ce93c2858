"""Functions of the rules that letters call by name, so that no rule is worked out twice."""

from collections.abc import Callable, Mapping
from typing import Any

from pbem_maria.powers import allied, controller, enemies, home_of
from pbem_maria.supply import at_home, sources
from pbem_maria.victory import conquests, needed
from pbem_maria.winter import return_sites

TOOLS: Mapping[str, Callable[..., Any]] = {
    "allied": allied,
    "enemies": enemies,
    "holder": controller,
    "home_of": home_of,
    "always_supplied": at_home,
    "supply_sources": sources,
    "conquests": conquests,
    "needed": needed,
    "return_sites": return_sites,
}
