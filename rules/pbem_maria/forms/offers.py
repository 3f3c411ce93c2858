"""What can be chosen in a position, to be shown before all else that a sheet may say; from the seat's view alone."""

from collections.abc import Iterable, Iterator
from typing import Any

from pbem.engine.decision import Decision
from pbem.engine.desk import Said
from pbem.engine.forms.hints import FormOffer
from pbem.engine.order import Order
from pbem_maria import form_examples, remedy_examples
from pbem_maria.chapters.combat.orders import Attack, CombatOrders, PlayOrders
from pbem_maria.chapters.combat.plan import HIGHEST, LEADS, LOWEST, TURNS
from pbem_maria.chapters.combat.plan_book import ALL
from pbem_maria.chapters.politics.expedition_orders import ExpeditionOrders, GiveWayOrders
from pbem_maria.chapters.politics.orders import PlacingOrders, PoliticsOrders
from pbem_maria.chapters.politics.politics_check import receivers
from pbem_maria.chapters.shifts.orders import ComebackOrders
from pbem_maria.chapters.supply import billing
from pbem_maria.chapters.supply.orders import Supply
from pbem_maria.chapters.turn import stage_check
from pbem_maria.chapters.turn.orders import StageOrders
from pbem_maria.chapters.winter import winter
from pbem_maria.chapters.winter.orders import WinterOrders
from pbem_maria.edition.edition import political_card
from pbem_maria.edition.political_cards import Shift
from pbem_maria.lexicon import lexicon
from pbem_maria.position.cards import RESERVE, face, order_of, worth
from pbem_maria.position.powers import FRANCE, PRUSSIA, enemies
from pbem_maria.position.state import AUSTRIA, State

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
        yield FormOffer(at="expedition/*", values=form_examples.corps(view, seat))
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
    own = remedy_examples.own_generals(view, seat)
    yield FormOffer(at="hussars/*/*/city", values=form_examples.hussar_places(view))
    yield FormOffer(at="propose/*/with/*", values=_once(other for other in view.seats.values() if other != seat))
    for key in ("accept", "decline", "end"):
        numbers = form_examples.agreement_numbers(view, seat, key)
        yield FormOffer(at=key, values=tuple(map(str, numbers)), only=True)
    yield from _closed(_not_now(view, seat))
    yield FormOffer(at="standing/expedition/*", values=form_examples.corps(view, seat))
    yield FormOffer(at="standing/gives way/*/name", values=own)
    foes = tuple(g for g in view.at if view.theatre.is_general(g) and g not in own)
    for book in _PLANS[1:]:
        yield FormOffer(at=f"{book}/*/name/whom", values=(*own, *view.powers_of(seat)))
        yield FormOffer(at=f"{book}/*/name/fight/own", values=own)
        yield FormOffer(at=f"{book}/*/name/fight/enemy", values=foes)
    for book in _PLANS:
        yield FormOffer(at=f"{book}/*/value/play", values=(LEADS, TURNS, HIGHEST, LOWEST))
        for key, limit in form_examples.PLAN_LIMITS.items():
            yield FormOffer(at=f"{book}/*/value/{key}", values=(limit,))
        yield FormOffer(at=f"{book}/*/value/stop/*/or-more/number", values=(str(form_examples.HEAVY_LOSS),))
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
    if advanced and not form_examples.corps(view, seat):
        yield "standing/expedition"


def _not_in_stage(view: State, seat: str) -> Iterator[str]:
    """Keys of a stage's sheet that are about nothing that *seat* can do in it."""
    powers = form_examples.acting(view, seat)
    advanced = view.theatre.is_advanced
    if not any(billing.settle(view, power, Supply()).owed for power in powers):
        yield "supply"
    if set(view.stage_powers()) <= set(powers):
        yield from ("stacks", "flanders")
    if not advanced or view.stage != PRUSSIA or PRUSSIA not in powers or view.annexed:
        yield "peace"
    if not advanced or view.stage != FRANCE or FRANCE not in powers or view.reduced:
        yield "reduce"


def _stage(view: State, seat: str, order: StageOrders) -> Iterator[FormOffer]:
    yield from _closed(_not_in_stage(view, seat))
    powers = form_examples.acting(view, seat)
    acting = tuple(g for power in powers for g in view.generals_of(power))
    trains = tuple(t for t, train in view.theatre.trains.items() if train.power in powers)
    yield FormOffer(at="moves/*/name/*", values=(*acting, *trains))
    yield FormOffer(at="moves/*/value/join/general", values=acting)
    yield FormOffer(at="moves/*/value/join-commanded/general", values=acting)
    yield FormOffer(at="moves/*/value/join-commanded/other", values=acting)
    yield FormOffer(at="moves/*/value/to-commanded/general", values=acting)
    for way in ("re-enter", "re-enter-cheaply"):
        yield FormOffer(at=f"moves/*/value/{way}/city", values=remedy_examples.train_sites(view, seat))
    yield FormOffer(at="moves/*/value/re-enter/cards/*", values=_hand(view, powers))
    after = _after_moves(view, seat, order)
    fights = _fights_in(after, seat)
    yield FormOffer(at="attacks", values=tuple(Attack(*fight) for fight in fights), only=True)
    yield FormOffer(at="attacks/*/attacker", values=acting)
    foes = tuple(
        general
        for general in view.at
        if view.theatre.is_general(general) and any(enemies(view, p, view.power_of(general)) for p in powers)
    )
    yield FormOffer(at="attacks/*/defender", values=foes)
    yield from _combats(view, seat, fights)
    yield from _exchange(after, seat)
    settled = [billing.settle(view, power, Supply()) for power in powers]
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


def _after_moves(view: State, seat: str, order: StageOrders) -> State:
    """What there is after the moves of *order*, as far as *seat* can know."""
    table = stage_check.up_to_moves(view, seat, order, supplied=view.overtaken)
    mover = stage_check.SheetMover(table, seat, order, checked=True)
    while mover.next is not None:
        mover.move()
    return table.state


def _fights_in(after: State, seat: str) -> tuple[tuple[str, str], ...]:
    """The combats that there are when all has moved."""
    found = remedy_examples.own_fights(after, seat)
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
    own = _once((*(one for one, _ in pairs), *remedy_examples.own_generals(view, seat)))
    foes = _once((*(other for _, other in pairs), *(g for g in view.at if view.theatre.is_general(g) and g not in own)))
    yield FormOffer(at="combat/*/name/fight/own", values=own)
    yield FormOffer(at="combat/*/name/fight/enemy", values=foes)
    yield FormOffer(at="combat/*/name/whom", values=(*own, *view.powers_of(seat)))


def _exchange(view: State, seat: str) -> Iterator[FormOffer]:
    """The stacks between whose generals troops may be exchanged (6)."""
    stacked = _once(general for stack in remedy_examples.own_stacks(view, seat) for general in stack)
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
    sites = _once(city for general in away for city in form_examples.open_returns(view, general))
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
        for part in ("track", "by-way/track", "by-boxes/track"):
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
    sites = _once(city for general in away for city in form_examples.open_returns(view, general))
    yield FormOffer(at="returns/*/value", values=sites)
    yield FormOffer(at="commands/*", values=(*able, *away))
