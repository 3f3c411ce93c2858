"""Functions that letters call; what changed between two views."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from pbem.engine.decision import Decision
from pbem.engine.event import Event
from pbem.engine.ruleset import RuleReading, readings
from pbem_maria.chapters import expedition, hussars, movement, paths, politics, supply, winter
from pbem_maria.chapters.agreements import entry, in_force
from pbem_maria.chapters.combat import FightBegan, FightDropped, combats, is_open
from pbem_maria.chapters.contracts import most_turns
from pbem_maria.chapters.duel import FightSide, plan_for
from pbem_maria.chapters.politics import CardLeftDown, CardPlaced, CardShown
from pbem_maria.chapters.reach import Block, reach
from pbem_maria.chapters.winning import conquests
from pbem_maria.edition.edition import political_card
from pbem_maria.enquiries import attacks_due, hussar_reach
from pbem_maria.menu import offers
from pbem_maria.orders.plan import CombatPlan
from pbem_maria.orders.standing import InAdvance
from pbem_maria.position.cards import RESERVE_PAYS, Pile, order_of
from pbem_maria.position.powers import allied, controller, enemies, home_of
from pbem_maria.position.state import MAXIMUM, KnownStrength, Pair, State, boxes
from pbem_maria.sequence.setup import worked_division
from pbem_maria.sequence.stage import combat_cards, stage_reach, starving
from pbem_maria.sequence.tracks import landing
from pbem_maria.sequence.winter import Winter, WinterBusiness
from pbem_maria.settings import ADVANCED, TWO_PLAYERS


class PieceAt(msgspec.Struct, frozen=True, kw_only=True):
    """A piece at one time: its *city* or off-map *box*, neither if it was removed; a train has no *troops*."""

    city: str = ""
    box: str = ""
    troops: int = 0
    face_down: bool = False


class PieceChange(msgspec.Struct, frozen=True):
    """A piece of the seat, before and now."""

    piece: str
    before: PieceAt
    now: PieceAt


class HandChange(msgspec.Struct, frozen=True):
    """The cards that came into the hand of a power, and those that left it."""

    power: str
    gained: tuple[str, ...]
    lost: tuple[str, ...]


class Changes(msgspec.Struct, frozen=True, kw_only=True):
    """All that is different for a seat; empty where nothing is."""

    pieces: tuple[PieceChange, ...] = ()
    hands: tuple[HandChange, ...] = ()
    pools: tuple[tuple[str, int, int], ...] = ()
    """The victory markers in the pools of the seat's powers that are others: power, before, now."""
    sightings: tuple[KnownStrength, ...] = ()
    """The troops of other seats that combats have shown since."""
    standing: bool = False
    """Whether the standing orders are others."""


def changes(before: State, now: State, seat: str) -> Changes:
    """What is different for *seat*, whose views these are; a rewind may be between them, and powers may be new."""
    own = now.powers_of(seat)
    return Changes(
        pieces=tuple(_pieces(before, now, own)),
        hands=tuple(_hands(before, now, own)),
        pools=tuple(_pools(before, now, own)),
        sightings=tuple(
            each for each in now.sightings if _is_new(each, before, now) and now.power_of(each.generals[0]) not in own
        ),
        standing=before.standing.get(seat) != now.standing.get(seat),
    )


def _is_new(known: KnownStrength, before: State, now: State) -> bool:
    """Whether a combat since *before* showed this strength, and not merely losses changed what an earlier one did."""
    old = (each for each in before.sightings if each.turn == known.turn and {*known.generals} <= {*each.generals})
    return known not in before.sightings and (known.turn == now.turn or not any(old))


def _pieces(before: State, now: State, powers: tuple[str, ...]) -> Iterator[PieceChange]:
    theatre = now.theatre
    pieces = (*theatre.generals, *theatre.trains)
    for power in powers:
        for piece in (each for each in pieces if now.power_of(each) == power):
            was, found = _piece(before, piece), _piece(now, piece)
            if was != found:
                yield PieceChange(piece, was, found)


def _piece(view: State, piece: str) -> PieceAt:
    return PieceAt(
        city=view.at.get(piece, ""),
        box=view.off_map.get(piece, ""),
        troops=view.troops.get(piece, 0),
        face_down=piece in view.face_down,
    )


def _hands(before: State, now: State, powers: tuple[str, ...]) -> Iterator[HandChange]:
    for power in powers:
        was, found = (Counter(view.hands.get(power, Pile()).known) for view in (before, now))
        gained, lost = (tuple(sorted(cards.elements(), key=order_of)) for cards in (found - was, was - found))
        if gained or lost:
            yield HandChange(power, gained, lost)


def _pools(before: State, now: State, powers: tuple[str, ...]) -> Iterator[tuple[str, int, int]]:
    for power in powers:
        was, found = before.pools.get(power), now.pools.get(power)
        if was is not None and found is not None and was != found:
            yield power, was, found


def readings_of(view: State) -> tuple[RuleReading, ...]:
    """The readings of the rules that matter in this game."""
    advanced = (ADVANCED, *((TWO_PLAYERS,) if view.two_players else ()))
    return readings(view.options, *advanced if view.theatre.is_advanced else ())


def next_winter(view: State) -> int:
    """The turn after which winter comes next (13); 0 if none comes any more."""
    place = view.theatre
    ahead = [box.turn for box in view.flow if isinstance(box, Winter)]
    ahead += [turn for turn in place.winters if turn > view.turn]
    return next((turn for turn in ahead if turn < place.last_turn), 0)


def is_winter(view: State) -> bool:
    """Whether the sheets of a winter are due (13)."""
    return any(isinstance(step, WinterBusiness) for step in view.flow)


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


def in_the_way(view: State, piece: str, goal: str) -> tuple[Block, ...]:
    """What keeps *piece* from its shortest routes to *goal* now (10.1)."""
    start, distance = view.at.get(piece), view.board.distance
    if start is None:
        return ()
    length = distance(start, goal)
    blocks = (block for block in reach(view, piece).blocks if block.piece)
    return tuple(each for each in blocks if distance(start, each.city) + distance(each.city, goal) == length)


def plan_of(view: State, seat: str, fight: Mapping[str, Any]) -> CombatPlan | None:
    """The plan that *seat* has for a *fight* which a decision asks about, if there is one (11.1)."""
    return plan_for(view, seat, FightSide(fight["own"], fight["enemy"], attacking=fight["attacking"]))


def holds_answers(decision: Decision | None) -> bool:
    """Whether the sheet for *decision* can also answer offers of others, as that of any time can (20, 21)."""
    return decision is None or issubclass(decision.takes, InAdvance)


def combat_goes_on(events: Sequence[Event]) -> bool:
    """Whether the last combat of *events* is not over."""
    return is_open(combats(events))


def has_played(view: State, side: str) -> bool:
    """Whether a *side* has played a card in the combat that is fought (11.1)."""
    return view.fight is not None and any(play.side == side for play in view.fight.plays)


FIGURES: Mapping[str, int] = {
    "expedition": expedition.PRICE,
    "expedition-troops": expedition.TROOPS,
    "force-march": paths.FORCE,
    "hussar": hussars.REACH,
    "loss": supply.LOSS,
    "loss-face-down": supply.LOSS_FACE_DOWN,
    "march": paths.GENERAL,
    "most-troops": MAXIMUM,
    "political-reserve": politics.RESERVE_COUNTS,
    "re-entry": movement.PRICE,
    "reserve": RESERVE_PAYS,
    "supply": supply.REACH,
    "train": paths.TRAIN,
    "troop": winter.PRICE,
}
"""Numbers of the rules that letters name."""
_BY_NAME: tuple[Callable[..., Any], ...] = (
    allied, enemies, combats, combat_goes_on, has_played, idle_powers, placed_nothing, shown_later, still_due,
    held_abroad, held_in_no_country, next_winter, in_force, in_the_way, is_winter, winter.return_homes, conquests,
    readings_of, State.removed_of, political_card, politics.influence, landing, worked_division,
    offers.agreement_numbers, offers.bills, offers.corps, offers.favours, offers.fed, offers.home_town,
    offers.free_to_propose, offers.hussar_places, hussar_reach, offers.may_contract, most_turns, offers.neighbours,
    offers.open_returns, holds_answers, plan_of, offers.outdated, attacks_due, offers.other_general, offers.own_cards,
    offers.own_fights, offers.own_generals, offers.own_stacks, offers.train_sites, offers.winter_example,
    combat_cards, stage_reach, starving,
)  # fmt: skip
TOOLS: Mapping[str, Callable[..., Any]] = {one.__name__: one for one in _BY_NAME} | {
    "holder": controller,
    "track_boxes": boxes,
    "card_troops": politics.receivers,
    "agreement_of": entry,
    "acting": offers.acting_example,
    "example_moves": offers.moves,
    "plan_limit": offers.PLAN_LIMITS.__getitem__,
    "figure": FIGURES.__getitem__,
}
