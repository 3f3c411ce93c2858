"""Functions of the rules that letters call by name, so that no rule is worked out twice."""

from collections.abc import Callable, Mapping
from typing import Any

from pbem_maria import examples
from pbem_maria.agreements import entry
from pbem_maria.edition import political_card
from pbem_maria.icons import boxes as track_boxes
from pbem_maria.politics import influence
from pbem_maria.politics_check import receivers
from pbem_maria.powers import allied, controller, enemies
from pbem_maria.state import State
from pbem_maria.subsidies import most_turns
from pbem_maria.supply import at_home, sources
from pbem_maria.tracks import landing
from pbem_maria.victory import conquests
from pbem_maria.winter import return_sites

INTRODUCTORY = ("hussar_shortfall", "march_onto_train")
"""The switches that matter in the introductory game."""


def chosen_options(view: State) -> tuple[str, ...]:
    """The switch and value of every option that matters in this game, as `half-up`."""
    names = view.options.__struct_fields__ if view.theatre.is_advanced else INTRODUCTORY
    return tuple(f"{name}-{getattr(view.options, name)}".replace("_", "-") for name in names)


TOOLS: Mapping[str, Callable[..., Any]] = {
    "allied": allied,
    "enemies": enemies,
    "holder": controller,
    "always_supplied": at_home,
    "supply_sources": sources,
    "conquests": conquests,
    "chosen_options": chosen_options,
    "return_sites": return_sites,
    "removed_of": State.removed_of,
    "political_card": political_card,
    "card_troops": receivers,
    "influence": influence,
    "landing": landing,
    "track_boxes": track_boxes,
    "agreement_of": entry,
    "agreement_numbers": examples.agreement_numbers,
    "acting": examples.acting,
    "bills": examples.bills,
    "corps": examples.corps,
    "example_moves": examples.moves,
    "fed": examples.fed,
    "home_town": examples.home_town,
    "hussar_places": examples.hussar_places,
    "most_turns": most_turns,
    "neighbours": examples.neighbours,
    "open_returns": examples.open_returns,
    "outdated": examples.outdated,
}
