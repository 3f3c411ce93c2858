"""Functions of the rules that letters call by name, so that no rule is worked out twice."""

from collections.abc import Callable, Mapping
from typing import Any

from pbem_maria import form_examples
from pbem_maria.chapters.agreements.agreements import entry
from pbem_maria.chapters.cards.contracts import most_turns
from pbem_maria.chapters.politics.politics import influence
from pbem_maria.chapters.politics.politics_check import receivers
from pbem_maria.chapters.politics.tracks import landing
from pbem_maria.chapters.supply.supply import at_home, sources
from pbem_maria.chapters.turn.stage_reach import stage_reach
from pbem_maria.chapters.victory.introductory import conquests
from pbem_maria.chapters.winter.winter import return_sites
from pbem_maria.edition.edition import political_card
from pbem_maria.enquiries import attacks_due
from pbem_maria.position.icons import boxes as track_boxes
from pbem_maria.position.powers import allied, controller, enemies
from pbem_maria.position.state import State

INTRODUCTORY = ("hussar_shortfall", "march_onto_train")
"""The options that matter in the introductory game."""


def chosen_options(view: State) -> tuple[str, ...]:
    """The name and value of every option that matters in this game, as `half-up`."""
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
    "agreement_numbers": form_examples.agreement_numbers,
    "acting": form_examples.acting,
    "bills": form_examples.bills,
    "corps": form_examples.corps,
    "example_moves": form_examples.moves,
    "fed": form_examples.fed,
    "home_town": form_examples.home_town,
    "hussar_places": form_examples.hussar_places,
    "most_turns": most_turns,
    "neighbours": form_examples.neighbours,
    "open_returns": form_examples.open_returns,
    "outdated": form_examples.outdated,
    "attacks_due": attacks_due,
    "stage_reach": stage_reach,
}
