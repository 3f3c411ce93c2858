"""What can be chosen in a position, to be shown before all else that a sheet may say; from the seat's view alone."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from msgspec.structs import replace

from pbem.engine.decision import Decision
from pbem.engine.menu import FormOffer, Said
from pbem.engine.order import Order, Problem
from pbem.engine.play import faults, top
from pbem_maria.chapters import agreements, contracts, hussars, movement, supply, winter
from pbem_maria.chapters.breach import bonds
from pbem_maria.chapters.cards import cheapest
from pbem_maria.chapters.duel import may_fight, pairs
from pbem_maria.chapters.paths import ways
from pbem_maria.chapters.pieces import commander_said
from pbem_maria.chapters.politics import receivers
from pbem_maria.chapters.standing import Deputy
from pbem_maria.edition.cards import ExpeditionIcon, IncomeIcon, Shift, TrackBox, VictoryIcon
from pbem_maria.edition.edition import political_card
from pbem_maria.lexicon import lexicon
from pbem_maria.menu.draft import StageDraft
from pbem_maria.orders.cards import RESERVE
from pbem_maria.orders.movement import FORCE_MARCH, JOIN, MARCH, RE_ENTER, Move
from pbem_maria.orders.plan import ALL, HIGHEST, LEADS, LOWEST, TURNS
from pbem_maria.orders.politics import PlacingOrders, PoliticsOrders
from pbem_maria.orders.stage import Attack, CombatOrders, PlayOrders, StageOrders, Supply, WinterOrders
from pbem_maria.orders.statecraft import NO_AGGRESSION, NO_COMBAT, ComebackOrders, ExpeditionOrders, GiveWayOrders
from pbem_maria.position import state
from pbem_maria.position.cards import face, order_of, worth
from pbem_maria.position.powers import FRANCE, PRUSSIA, enemies, home_of
from pbem_maria.position.state import AUSTRIA, Pair, State
from pbem_maria.sequence import stage

GENERALS = 3
"""So many generals get an example of a move: one marches, one makes a force march, one joins another."""
RECRUITED = 2
"""So many generals of a power get new troops in an example of winter."""
MANY_CARDS, HEAVY_LOSS = 3, 6
PLAN_LIMITS: Final[Mapping[str, str]] = {"at most": f"{MANY_CARDS} cards", "stop": f"losing {HEAVY_LOSS} or more"}
"""Limits of a combat plan (11.1), by their keys; with them a plan plays before it stops."""


def agreement_numbers(view: State, seat: str, key: str) -> tuple[int, ...]:
    """The agreements that *seat* may `accept`, `decline` or `end` now (21)."""
    proposed = (each for each in view.agreements if each.status == agreements.PROPOSED)
    said = {"accept": "accepted", "end": "ending"}.get(key)
    return tuple(
        each.number
        for each in (agreements.in_force(view) if key == "end" else proposed)
        if seat in agreements.seats_of(view, each) and (said is None or seat not in getattr(each, said))
    )


def free_to_propose(view: State, seat: str) -> tuple[str, ...]:
    """The other seats to which *seat* can propose no combat: none with it is in force, and none proposed (21)."""
    held = (each for each in view.agreements if each.kind == NO_COMBAT and each.status in agreements.OPEN)
    bound = {other for each in held if seat in (parties := agreements.seats_of(view, each)) for other in parties}
    return tuple(dict.fromkeys(other for other in view.seats.values() if other != seat and other not in bound))


def may_contract(view: State, seat: str, giver: str, receiver: str) -> bool:
    """Whether *seat* may offer a subsidy of *giver* to *receiver*, and has not yet: one each is in force (20)."""
    pair = {giver, receiver}
    offered = any({each.giver, each.receiver} == pair and each.seat == seat for each in view.offers)
    return contracts.between(view, giver, receiver) is None and not offered


def corps(view: State, seat: str) -> tuple[str, ...]:
    """The generals of *seat* that could be sent to an off-map box (17)."""
    powers = [box.power for box in view.theatre.edition.armies.boxes]
    return tuple(g for power in powers if power in view.powers_of(seat) for g in view.generals_of(power))


def home_town(view: State, seat: str) -> str:
    """A major fortress in a home country of *seat*, otherwise any city."""
    homes = {power: n for n, power in enumerate(view.powers_of(seat))}
    own = [city.id for city in view.board.fortresses if city.is_major_fortress and home_of(view, city.id) in homes]
    return min(own, key=lambda city: homes[home_of(view, city) or ""], default=next(iter(view.board.cities)))


def hussar_places(view: State) -> tuple[str, ...]:
    """Cities next to Austria's generals where a hussar may be placed now (7)."""
    near = (city for general in view.generals_of(hussars.HUSSAR_POWER) for city in view.board.roads[view.at[general]])
    return tuple(dict.fromkeys(city for city in near if hussars.wrong_with(view, city) is None))


def open_returns(view: State, general: str) -> tuple[str, ...]:
    """The major fortresses on which a removed *general* may return now (13)."""
    sites = winter.return_sites(view, view.power_of(general), general)
    return tuple(city for city in sites if winter.wrong_return(view, general, city) is None)


def fed(view: State, general: str) -> bool:
    """Whether a supply phase now would find *general* a path to a train, even past hussars (9)."""
    return supply.is_supplied(view, general)


def acting_example(view: State, seat: str) -> tuple[str, ...]:
    """The powers of *seat* that act in this stage."""
    return tuple(power for power in view.stage_powers() if view.seat_of(power) == seat)


def neighbours(view: State, seat: str) -> tuple[str, ...]:
    """The general of *seat* that acts in this stage and the enemy general that are nearest to each other.

    No pair that may not fight by an agreement of *seat* (21).
    """
    promised = tuple(bonds(view, seat, NO_COMBAT, NO_AGGRESSION))
    pairs = [
        (view.board.distance(view.at[own], view.at[foe]), own, foe)
        for power in acting_example(view, seat)
        for own in view.generals_of(power)
        if view.generals_at(view.at[own])[0] == own or view.power_of(view.generals_at(view.at[own])[0]) != power
        for foe in view.at
        if view.theatre.is_general(foe) and view.generals_at(view.at[foe])[0] == foe and may_fight(view, (own,), (foe,))
        if not any(b.binds(view, own) and b.shields(view, foe) and b.covers(view, view.at[foe]) for b in promised)
    ]
    return min(pairs)[1:] if pairs else ()


def moves(view: State, seat: str) -> tuple[Move, ...]:
    """A legal move for some of the pieces of *seat* that act in this stage, one after the other (10)."""
    powers = acting_example(view, seat)
    table = stage.up_to_moves(view, seat, StageOrders(), supplied=view.overtaken)
    generals = [general for power in powers for general in table.state.generals_of(power)][:GENERALS]
    pieces = [*generals, *(t for t, train in view.theatre.trains.items() if train.power in powers)]
    found: list[Move] = []
    for number, piece in enumerate(pieces):
        for offer in _moves_of(table.state, piece, generals, number):
            if view.agreements and not _keeps_agreements(view, seat, (*found, offer)):
                continue
            if not any(problem.stops for problem in movement.carry_out(table, powers, offer)):
                found.append(offer)
                break
    return tuple(found)


def _keeps_agreements(view: State, seat: str, moves: tuple[Move, ...]) -> bool:
    """Whether the last of *moves* breaks no agreement of *seat* (21)."""
    found = stage.check(view, seat, StageOrders(moves=moves), supplied=view.overtaken)
    last = ("moves", len(moves) - 1)
    return not any(problem.code == "breaks-agreement" and problem.path[:2] == last for problem in found)


def favours(view: State, power: str, track: str) -> str:
    """To which side the marker of *track* goes for the good of *power*: `left` or `right` (17, 19.3)."""
    boxes = state.boxes(view.theatre.edition, track)
    start = state.star(view.theatre.edition, track)
    worth = sum((1 if number > start else -1) * _worth(view, power, box) for number, box in boxes.items())
    return "right" if worth > 0 else "left"


def _worth(view: State, power: str, box: TrackBox) -> int:
    """How good it is for *power* that a marker is in *box*: whom its icons help or cost, and whose ally Saxony is."""
    signs = {"prussian-ally": PRUSSIA, "austrian-ally": AUSTRIA}
    helped = [(signs[box.zone], 1)] if box.zone in signs else []
    for kind, good in ((VictoryIcon, 1), (ExpeditionIcon, -1)):
        helped += [(icon.power, good) for icon in box.icons if isinstance(icon, kind)]
    helped += [(icon.power, icon.n) for icon in box.icons if isinstance(icon, IncomeIcon)]
    return sum(-n if enemies(view, power, other) else n for other, n in helped)


def _moves_of(state: State, piece: str, generals: list[str], number: int) -> Iterator[Move]:
    """Moves of *piece* that may be legal, the one to be shown first."""
    if piece not in state.at:
        power = state.power_of(piece)
        cards = cheapest(state.hands[power].known, movement.PRICE)
        for city in movement.sites(state, power) if cards else ():
            yield Move(pieces=(piece,), how=RE_ENTER, path=(city,), cards=tuple(face(card) for card in cards or ()))
        return
    if piece in generals and number == 1:
        goals = [path[-1] for path in ways(state, piece, FORCE_MARCH)][::-1]
        goals.sort(key=lambda city: not _fed(state, piece, city))
        yield from (Move(pieces=(piece,), how=FORCE_MARCH, path=(city,)) for city in goals)
    if piece in generals and number > 1:
        yield from (Move(pieces=(piece,), how=JOIN, joins=other) for other in generals[:number])
    yield from (Move(pieces=(piece,), how=MARCH, path=(city,)) for city in state.board.roads[state.at[piece]])


def _fed(state: State, general: str, city: str) -> bool:
    """Whether *general* would be supplied in *city* (9)."""
    return supply.is_supplied(replace(state, at={**state.at, general: city}), general)


def bills(view: State, seat: str, order: StageOrders) -> tuple[supply.Bills, ...]:
    """The hussars' bills of the powers of *seat* in this stage, and how *order* pays them (9)."""
    return tuple(
        found for power in acting_example(view, seat) if (found := supply.settle(view, power, order.supply)).owed
    )


def outdated(view: State, decision: Decision) -> tuple[Problem, ...]:
    """Why the advance order for *decision* no longer fits, if there is one."""
    order = Deputy().answer(view, decision)
    if order is None:
        return ()
    return tuple(faults(top(view), view, decision, order))


def own_generals(view: State, seat: str) -> tuple[str, ...]:
    """The generals of *seat* on the map; before the set-up all that it will have."""
    powers = view.powers_of(seat)
    placed = tuple(general for power in powers for general in view.generals_of(power))
    return placed or tuple(each.id for each in view.theatre.generals.values() if each.power in powers)


def own_stacks(view: State, seat: str) -> tuple[tuple[str, ...], ...]:
    """The stacks of two generals of one power of *seat*, between which troops may be exchanged (6)."""
    found = {view.generals_at(view.at[general]) for general in own_generals(view, seat)}
    return tuple(sorted(s for s in found if len(s) > 1 and len({view.power_of(general) for general in s}) == 1))


def own_fights(view: State, seat: str) -> tuple[Pair, ...]:
    """The combats in which generals of *seat* would have to attack as things are (11.1)."""
    powers = acting_example(view, seat)
    return tuple(pair for pair in pairs(view, powers) if view.power_of(pair.attackers[0]) in powers)


def own_cards(view: State, seat: str) -> tuple[str, ...]:
    """The faces of the cards of *seat*, those of its first power that has any first."""
    hands = (view.hands[power].known for power in view.powers_of(seat) if power in view.hands)
    return tuple(dict.fromkeys(face(card) for hand in hands for card in sorted(hand, key=order_of)))


def other_general(view: State, seat: str) -> tuple[str, ...]:
    """A general of *seat* and one of another player that act in the same stage and are nearest to each other (10.1).

    The third says which of them may command, and is empty if the better rank does. Nothing if none are on one map.
    """
    own = [g for power in acting_example(view, seat) for g in view.generals_of(power)]
    others = [p for p in view.stage_powers() if view.seat_of(p) != seat]
    boards = {general: view.board.cities[city].board for general, city in view.at.items()}
    stacks = [(g, each) for p in others for each in view.generals_of(p) for g in own if boards[g] == boards[each]]
    one, other = min(stacks, key=lambda two: view.board.distance(view.at[two[0]], view.at[two[1]]), default=("", ""))
    return (one, other, commander_said(view, one, other)) if one else ()


def train_sites(view: State, seat: str) -> tuple[str, ...]:
    """The major fortresses on which a train of *seat* could be placed."""
    powers = view.powers_of(seat)
    return tuple(city for power in powers for city in movement.sites(view, power) if not view.pieces_at(city))


def winter_example(view: State, seat: str) -> WinterOrders:
    """Recruits for each power of *seat* that can pay, first for generals that can return; legal as a whole (13)."""
    order = WinterOrders()
    for power in view.powers_of(seat):
        there = [general for general in view.generals_of(power) if view.troops.get(general, 0) < state.MAXIMUM]
        returns = [(general, city) for general in view.removed_of(power) for city in open_returns(view, general)]
        for general, city in (*returns, *((general, "") for general in there)):
            more = _with_recruit(view, power, order, general, city)
            few = sum(view.power_of(other) == power for other in order.new_troops) < RECRUITED
            if few and general not in order.new_troops and not any(p.stops for p in winter.check(view, seat, more)):
                order = more
    return order


def _with_recruit(view: State, power: str, order: WinterOrders, general: str, city: str) -> WinterOrders:
    """*order* with new troops for a *general* of *power*, which returns in a *city* unless it is on the map."""
    given = {other: number for other, number in order.new_troops.items() if view.power_of(other) == power}
    hand = view.hands[power].known if power in view.hands else ()
    cards = cheapest(hand, winter.PRICE * (sum(given.values()) + 1)) or ()
    returns = {**order.returns, **({general: city} if city else {})}
    beside = (*view.generals_at(city), *(g for g, c in order.returns.items() if c == city)) if city else ()
    equal = any(view.theatre.generals[g].rank == view.theatre.generals[general].rank for g in beside)
    return replace(
        order,
        recruits={**order.recruits, power: tuple(face(card) for card in cards)},
        new_troops={**order.new_troops, general: max(1, worth(cards) // winter.PRICE - sum(given.values()))},
        returns=returns,
        commands=(*order.commands, general) if equal else order.commands,
    )


_PLANS = ("combat", "standing/attack", "standing/defence")


def offers(view: State, seat: str, decision: Decision, order: Order | None) -> Iterator[FormOffer]:
    """What *seat* can choose for *decision*."""
    takes: Any = decision.takes
    yield from _common(view, seat)
    if issubclass(takes, StageOrders):
        yield from _stage(view, seat, order if isinstance(order, StageOrders) else StageOrders())
    elif issubclass(takes, CombatOrders):
        yield from _combats(view, seat, _fights_of(decision))
    elif issubclass(takes, PlayOrders):
        playable = decision.about.get("playable", ())
        yield FormOffer(at="play/card", values=tuple(dict.fromkeys(card for card in playable if card != RESERVE)))
    elif issubclass(takes, WinterOrders):
        yield from _winter(view, seat)
    elif issubclass(takes, PoliticsOrders):
        yield from _politics(view, seat, decision)
    elif issubclass(takes, PlacingOrders):
        yield FormOffer(at="place", values=_hand(view, (decision.about["power"],)))
    elif issubclass(takes, ExpeditionOrders):
        yield FormOffer(at="expedition/*", values=corps(view, seat))
        yield FormOffer(at="pay/*", values=_hand(view, (decision.about["power"],)))
    elif issubclass(takes, GiveWayOrders):
        choices = decision.about["choices"]
        yield FormOffer(at="gives way/*/name", values=tuple(choices))
        yield FormOffer(at="gives way/*/value/*", values=_once(c for cities in choices.values() for c in cities))
    elif issubclass(takes, ComebackOrders):
        generals = decision.about["generals"]
        yield FormOffer(at="returns/*/name", values=tuple(generals))
        yield FormOffer(at="returns/*/value/city", values=_once(c for cities in generals.values() for c in cities))


def _once(values: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(values))


def _hand(view: State, powers: Iterable[str]) -> tuple[str, ...]:
    """The faces of the cards of *powers*, by suit and value, each as often as it is there."""
    held = (view.hands[power].known for power in powers if power in view.hands)
    return tuple(face(card) for hand in held for card in sorted(hand, key=order_of))


def _common(view: State, seat: str) -> Iterator[FormOffer]:
    """What any sheet may say besides its orders."""
    own = own_generals(view, seat)
    yield FormOffer(at="hussars/*/*/city", values=hussar_places(view))
    yield FormOffer(at="propose/*/with/*", values=_once(other for other in view.seats.values() if other != seat))
    for key in ("accept", "decline", "end"):
        numbers = agreement_numbers(view, seat, key)
        yield FormOffer(at=key, values=tuple(map(str, numbers)), only=True)
    yield from _closed(_not_now(view, seat))
    yield FormOffer(at="standing/expedition/*", values=corps(view, seat))
    yield FormOffer(at="standing/gives way/*/name", values=own)
    foes = tuple(g for g in view.at if view.theatre.is_general(g) and g not in own)
    for book in _PLANS[1:]:
        yield FormOffer(at=f"{book}/*/name/whom", values=(*own, *view.powers_of(seat)))
        yield FormOffer(at=f"{book}/*/name/fight/own", values=own)
        yield FormOffer(at=f"{book}/*/name/fight/enemy", values=foes)
    for book in _PLANS:
        yield FormOffer(at=f"{book}/*/value/play", values=(LEADS, TURNS, HIGHEST, LOWEST))
        for key, limit in PLAN_LIMITS.items():
            yield FormOffer(at=f"{book}/*/value/{key}", values=(limit,))
        yield FormOffer(at=f"{book}/*/value/stop/*/or-more/number", values=(str(HEAVY_LOSS),))
        cards = tuple(card for card in _hand(view, view.powers_of(seat)) if card != RESERVE)
        yield FormOffer(at=f"{book}/*/value/play/*/card", values=cards)
        yield FormOffer(at=f"{book}/*/value/at zero/card", values=cards)
        for key in ("losses/general", "last troop"):
            yield FormOffer(at=f"{book}/*/value/{key}", values=own)


def _closed(keys: Iterable[str]) -> Iterator[FormOffer]:
    """Keys for which nothing can be chosen now."""
    for key in keys:
        yield FormOffer(at=key, only=True)


def _not_now(view: State, seat: str) -> Iterator[str]:
    """Keys of any sheet that are about nothing that *seat* has or can do."""
    powers, advanced = view.powers_of(seat), view.theatre.is_advanced
    if AUSTRIA not in powers or not view.hussars:
        yield "hussars"
    if FRANCE not in powers:
        yield "subsidy"
    if not advanced:
        yield from ("contracts", "standing/expedition", "standing/gives way", "standing/trump", "standing/withdraw")
    if not advanced or AUSTRIA not in powers:
        yield "standing/saxony"
    if not advanced or AUSTRIA not in powers or view.annexed:
        yield "standing/peace"
    if not advanced or view.election == "held":
        yield "standing/vote"
    if advanced and not corps(view, seat):
        yield "standing/expedition"


def _not_in_stage(view: State, seat: str) -> Iterator[str]:
    """Keys of a stage's sheet that are about nothing that *seat* can do in it."""
    powers = acting_example(view, seat)
    advanced = view.theatre.is_advanced
    if not any(supply.settle(view, power, Supply()).owed for power in powers):
        yield "supply"
    if set(view.stage_powers()) <= set(powers):
        yield from ("stacks", "flanders")
    if not advanced or view.stage != PRUSSIA or PRUSSIA not in powers or view.annexed:
        yield "peace"
    if not advanced or view.stage != FRANCE or FRANCE not in powers or view.reduced:
        yield "reduce"


def _stage(view: State, seat: str, order: StageOrders) -> Iterator[FormOffer]:
    yield from _closed(_not_in_stage(view, seat))
    powers = acting_example(view, seat)
    acting = tuple(g for power in powers for g in view.generals_of(power))
    trains = tuple(t for t, train in view.theatre.trains.items() if train.power in powers)
    yield FormOffer(at="moves/*/name/*", values=(*acting, *trains))
    yield FormOffer(at="moves/*/value/join/general", values=acting)
    yield FormOffer(at="moves/*/value/join-commanded/general", values=acting)
    yield FormOffer(at="moves/*/value/join-commanded/other", values=acting)
    yield FormOffer(at="moves/*/value/to-commanded/general", values=acting)
    for way in ("re-enter", "re-enter-cheaply"):
        yield FormOffer(at=f"moves/*/value/{way}/city", values=train_sites(view, seat))
    yield FormOffer(at="moves/*/value/re-enter/cards/*", values=_hand(view, powers))
    after = StageDraft(view, seat, order, view.overtaken).end()[0]
    fights = _fights_in(after, seat)
    yield FormOffer(at="attacks", values=tuple(Attack(*fight) for fight in fights), only=True)
    yield FormOffer(at="attacks/*/attacker", values=acting)
    foes = tuple(
        general
        for general in view.at
        if view.theatre.is_general(general) and any(may_fight(view, (own,), (general,)) for own in acting)
    )
    yield FormOffer(at="attacks/*/defender", values=foes)
    yield from _combats(view, seat, fights)
    yield from _exchange(after, seat)
    settled = [supply.settle(view, power, Supply()) for power in powers]
    for bill in settled:
        if bill.owed:
            yield FormOffer(at="supply", note=Said("hussars-owed", {"power": bill.power, "points": bill.owed}))
    billed = _once(line.general for bill in settled for line in bill.lines if line.points)
    yield FormOffer(at="supply/pay/*/name", values=powers)
    yield FormOffer(at="supply/pay/*/value/*", values=_hand(view, powers))
    yield FormOffer(at="supply/cover/*", values=billed)
    for key in ("supply/path/*/name", "supply/last troop"):
        yield FormOffer(at=key, values=acting)
    others = tuple(g for p in view.stage_powers() if p not in powers for g in view.generals_of(p))
    for way in ("under", "together"):
        yield FormOffer(at=f"stacks/*/{way}/general", values=acting)
        yield FormOffer(at=f"stacks/*/{way}/other", values=others)
    yield FormOffer(at="stacks/*/under/commander", values=(*acting, *others))


def _fights_in(after: State, seat: str) -> tuple[tuple[str, str], ...]:
    """The combats that there are when all has moved."""
    found = own_fights(after, seat)
    return tuple(dict.fromkeys((pair.attackers[0], pair.defenders[0]) for pair in found))


def _fights_of(decision: Decision) -> list[tuple[str, str]]:
    """The combats that a decision asks about, own general first."""
    return [(fight["own"][0], fight["enemy"][0]) for fight in decision.about.get("fights", ())]


def _combats(view: State, seat: str, fights: Iterable[tuple[str, str]]) -> Iterator[FormOffer]:
    """Plans for the combats *fights* of *seat*."""
    pairs = list(dict.fromkeys(fights))
    name = lexicon(view, seat).name
    plain = ({f"{name('general', one)} > {name('general', other)}": LEADS} for one, other in pairs)
    yield FormOffer(at="combat", values=({ALL: LEADS}, *plain), only=True)
    own = _once((*(one for one, _ in pairs), *own_generals(view, seat)))
    foes = _once((*(other for _, other in pairs), *(g for g in view.at if view.theatre.is_general(g) and g not in own)))
    yield FormOffer(at="combat/*/name/fight/own", values=own)
    yield FormOffer(at="combat/*/name/fight/enemy", values=foes)
    yield FormOffer(at="combat/*/name/whom", values=(*own, *view.powers_of(seat)))


def _exchange(view: State, seat: str) -> Iterator[FormOffer]:
    """The stacks between whose generals troops may be exchanged (6)."""
    stacked = _once(general for stack in own_stacks(view, seat) for general in stack)
    yield FormOffer(at="troops/*/name", values=stacked)
    yield from _closed(() if stacked else ("troops",))


def _winter(view: State, seat: str) -> Iterator[FormOffer]:
    powers = view.powers_of(seat)
    yield FormOffer(at="recruits/*/name", values=tuple(power for power in powers if power in view.hands))
    for power in powers:
        if power in view.hands and (hand := view.hands[power].known):
            points = worth(hand)
            note = Said("hand-worth", {"power": power, "points": points, "troops": points // winter.PRICE})
            yield FormOffer(at="recruits", note=note)
    yield FormOffer(at="recruits/*/value/*", values=_hand(view, powers))
    away = tuple(general for power in powers for general in view.removed_of(power))
    few = tuple(g for p in powers for g in view.generals_of(p) if view.troops.get(g, 0) < 8)
    yield from _closed(() if away else ("returns", "commands"))
    yield FormOffer(at="new troops/*/name", values=(*away, *few))
    yield FormOffer(at="returns/*/name", values=away)
    sites = _once(city for general in away for city in open_returns(view, general))
    yield FormOffer(at="returns/*/value", values=sites)
    yield FormOffer(at="commands/*", values=(*away, *few))
    yield from _exchange(view, seat)


def _politics(view: State, seat: str, decision: Decision) -> Iterator[FormOffer]:
    powers = decision.about["powers"]
    if view.trump or view.victor != seat:
        yield FormOffer(at="trump", only=True)
    if decision.about["placed"]:
        yield FormOffer(at="place", only=True)
    if not view.political:
        yield FormOffer(at="take", only=True)
    hand = _hand(view, powers)
    for way in ("one-power/*", "by-power/*/value/*"):
        yield FormOffer(at=f"place/{way}", values=hand)
    for way in ("place/by-power/*/name", "take/by-power/*/name", "give up/*/name"):
        yield FormOffer(at=way, values=tuple(powers))
    cards = tuple(card for card in view.political if set(political_card(view.edition, card).symbols) & set(powers))
    for way in ("one-power", "by-power/*/value"):
        yield FormOffer(at=f"take/{way}/*/card/name", values=cards)
        tracks = _once(
            effect.track
            for card in cards
            for effect in political_card(view.edition, card).effects
            if isinstance(effect, Shift)
        )
        for part in ("{track}", "{track} {direction}/track", "{track} {direction} {boxes}/track"):
            yield FormOffer(at=f"take/{way}/*/card/value/*/{part}", values=tracks)
    yield FormOffer(at="give up/*/value/*", values=hand)
    able = tuple(
        general
        for power in receivers(view)
        if power in view.powers_of(seat)
        for general in view.generals_of(power)
        if view.troops.get(general, 0) < 8
    )
    away = tuple(general for power in view.powers_of(seat) for general in view.removed_of(power))
    yield FormOffer(at="new troops/*/name", values=(*able, *away))
    yield from _closed(() if away else ("returns", "commands"))
    yield from _closed(() if able or away else ("new troops",))
    yield FormOffer(at="returns/*/name", values=away)
    sites = _once(city for general in away for city in open_returns(view, general))
    yield FormOffer(at="returns/*/value", values=sites)
    yield FormOffer(at="commands/*", values=(*able, *away))
