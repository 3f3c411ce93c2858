"""Functions of the rules that letters call by name, so that no rule is worked out twice."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pbem.engine.event import Event
from pbem_maria import form_examples, remedy_examples
from pbem_maria.chapters.agreements.agreements import entry
from pbem_maria.chapters.cards.contracts import most_turns
from pbem_maria.chapters.combat.combats import combats, is_open
from pbem_maria.chapters.combat.events import FightBegan, FightDropped
from pbem_maria.chapters.politics.events import CardLeftDown, CardPlaced, CardShown
from pbem_maria.chapters.politics.politics import influence
from pbem_maria.chapters.politics.politics_check import receivers
from pbem_maria.chapters.politics.tracks import landing
from pbem_maria.chapters.setup.steps import worked_division
from pbem_maria.chapters.turn.stage_reach import combat_cards, stage_reach
from pbem_maria.chapters.victory.introductory import conquests
from pbem_maria.chapters.winter.steps import Winter
from pbem_maria.chapters.winter.winter import return_sites
from pbem_maria.edition.edition import political_card
from pbem_maria.enquiries import attacks_due
from pbem_maria.position.icons import boxes as track_boxes
from pbem_maria.position.powers import allied, controller, enemies, home_of
from pbem_maria.position.state import Pair, State

FOR_TWO = "two_player_borders"
"""The option that matters in the advanced game for two players only."""
INTRODUCTORY = ("hussar_shortfall", "march_onto_train")
"""The options that matter in the introductory game."""


def chosen_options(view: State) -> tuple[str, ...]:
    """The name and value of every option that matters in this game, as `half-up`."""
    advanced = (name for name in view.options.__struct_fields__ if view.two_players or name != FOR_TWO)
    names = advanced if view.theatre.is_advanced else INTRODUCTORY
    return tuple(f"{name}-{getattr(view.options, name)}".replace("_", "-") for name in names)


def next_winter(view: State) -> int:
    """The turn after which winter comes next (13); 0 if none comes any more."""
    place = view.theatre
    ahead = [box.turn for box in view.flow if isinstance(box, Winter)]
    ahead += [turn for turn in place.winters if turn > view.turn]
    return next((turn for turn in ahead if turn < place.last_turn), 0)


def held_abroad(view: State) -> Mapping[str, tuple[str, ...]]:
    """The fortresses that each power holds outside of its home countries, those of electors aside (10.3)."""
    held: dict[str, list[str]] = {}
    for city in view.board.fortresses:
        holder, home = controller(view, city.id), home_of(view, city.id)
        if holder and home and holder != home:
            held.setdefault(holder, []).append(city.id)
    return {power: tuple(held[power]) for power in view.theatre.powers if power in held}


def held_in_no_country(view: State) -> Mapping[str, tuple[str, ...]]:
    """The fortresses that each power holds where no power is at home, as in Silesia before it is annexed (3, 4)."""
    held: dict[str, list[str]] = {}
    for city in view.board.fortresses:
        holder = view.markers.get(city.id)
        if holder and home_of(view, city.id) is None:
            held.setdefault(holder, []).append(city.id)
    return {power: tuple(held[power]) for power in view.theatre.powers if power in held}


def idle_powers(view: State) -> tuple[str, ...]:
    """The powers of this stage with pieces on the map of which none has moved (10)."""
    moved = {view.power_of(piece) for piece in view.moved}
    there = {view.power_of(piece) for piece in view.at}
    return tuple(power for power in view.stage_powers() if power in there - moved)


def placed_nothing(view: State, events: Sequence[Event]) -> tuple[str, ...]:
    """The major powers that placed no card on the political display, by what was seen of it (17)."""
    placed = {event.power for event in events if isinstance(event, CardPlaced)}
    return tuple(power for power in view.theatre.majors if power not in placed)


def shown_later(events: Sequence[Event], power: str) -> bool:
    """Whether *events* tell what became of the card that *power* placed (17)."""
    return any(isinstance(event, CardShown | CardLeftDown) and event.power == power for event in events)


def still_due(pairs: Sequence[Pair], events: Sequence[Event]) -> tuple[Pair, ...]:
    """The combats of *pairs* that *events* tell nothing of (11.1)."""
    told = {event.pair for event in events if isinstance(event, FightBegan | FightDropped)}
    return tuple(pair for pair in pairs if pair not in told)


def combat_goes_on(events: Sequence[Event]) -> bool:
    """Whether the last combat of *events* is not over."""
    return is_open(combats(events))


def has_played(view: State, side: str) -> bool:
    """Whether a *side* has played a card in the combat that is fought (11.1)."""
    return view.fight is not None and any(play.side == side for play in view.fight.plays)


TOOLS: Mapping[str, Callable[..., Any]] = {
    "allied": allied,
    "enemies": enemies,
    "holder": controller,
    "combats": combats,
    "combat_goes_on": combat_goes_on,
    "has_played": has_played,
    "idle_powers": idle_powers,
    "placed_nothing": placed_nothing,
    "shown_later": shown_later,
    "still_due": still_due,
    "held_abroad": held_abroad,
    "held_in_no_country": held_in_no_country,
    "next_winter": next_winter,
    "conquests": conquests,
    "chosen_options": chosen_options,
    "return_sites": return_sites,
    "removed_of": State.removed_of,
    "political_card": political_card,
    "card_troops": receivers,
    "influence": influence,
    "landing": landing,
    "worked_division": worked_division,
    "track_boxes": track_boxes,
    "agreement_of": entry,
    "agreement_numbers": form_examples.agreement_numbers,
    "acting": form_examples.acting,
    "bills": form_examples.bills,
    "corps": form_examples.corps,
    "example_moves": form_examples.moves,
    "favours": form_examples.favours,
    "fed": form_examples.fed,
    "home_town": form_examples.home_town,
    "hussar_places": form_examples.hussar_places,
    "most_turns": most_turns,
    "neighbours": form_examples.neighbours,
    "open_returns": form_examples.open_returns,
    "plan_limit": form_examples.PLAN_LIMITS.__getitem__,
    "outdated": form_examples.outdated,
    "attacks_due": attacks_due,
    "other_general": remedy_examples.other_general,
    "own_cards": remedy_examples.own_cards,
    "own_fights": remedy_examples.own_fights,
    "own_generals": remedy_examples.own_generals,
    "own_stacks": remedy_examples.own_stacks,
    "train_sites": remedy_examples.train_sites,
    "combat_cards": combat_cards,
    "stage_reach": stage_reach,
}
