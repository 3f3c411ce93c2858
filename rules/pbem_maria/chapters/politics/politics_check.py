"""What is wrong with a sheet for politics, judged by what its seat can see (17)."""

from collections.abc import Iterable, Iterator

from pbem.engine.problem import OrderPath, Problem, Weight, under
from pbem_maria.chapters.cards.payment import not_held
from pbem_maria.chapters.politics import plays, politics
from pbem_maria.chapters.politics.orders import ONLY, CardLine, Placing, PlacingOrders, PoliticsOrders
from pbem_maria.chapters.politics.politics import RULE
from pbem_maria.chapters.turn.standing_orders import InAdvance
from pbem_maria.chapters.winter import winter
from pbem_maria.chapters.winter.orders import WinterOrders
from pbem_maria.edition.edition import political_card
from pbem_maria.edition.political_cards import TAKER, Troops
from pbem_maria.position.cards import face, find
from pbem_maria.position.state import State


def check(view: State, seat: str, order: PoliticsOrders, *, placed: bool) -> Iterator[Problem]:
    """What is wrong with the sheet of *seat*; *placed*: the powers have placed their TCs already."""
    if order.passes and (order.place is not None or order.take is not None):
        yield Problem("passes-and-acts", ("passes",), RULE)
    yield from check_trump(view, seat, order.trump)
    if placed and order.place is not None:
        yield Problem("placed-already", ("place",), RULE)
    else:
        yield from check_placing(view, seat, order.place, order.trump)
    yield from _check_taking(view, seat, order)
    yield from _check_troops(view, seat, order)
    yield from _check_giving_up(view, seat, order)


def check_trump(view: State, seat: str, suit: str | None) -> Iterator[Problem]:
    """What is wrong with naming trump, or with not naming it."""
    if politics.names_trump(view, seat):
        if suit is None:
            yield Problem("trump-missing", (), RULE)
    elif suit is not None and view.trump:
        yield Problem("trump-settled", ("trump",), RULE, {"suit": view.trump})
    elif suit is not None:
        yield Problem("trump-not-yours", ("trump",), RULE, {"seat": view.victor})


def check_placing(view: State, seat: str, placing: Placing | None, named: str | None) -> Iterator[Problem]:
    """What is wrong with the TCs that the powers of *seat* place; *named* is the trump that its sheet names."""
    each = placing.each if placing is not None else {}
    cards = each.get(ONLY, ())
    holders = [power for power in politics.own_majors(view, seat) if not find(view.hands[power].known, cards)[1]]
    yield from _check_powers(view, seat, each, "place", cards=cards, holders=holders)
    for power, faces in politics.by_power(view, seat, each).items():
        where: OrderPath = ("place", power) if power in each else ("place",)
        yield from _check_cards(view, power, faces, view.trump or named or "", where)


def check_one_placing(view: State, power: str, order: PlacingOrders) -> Iterator[Problem]:
    """What is wrong with the TC that *power* places when it is its turn."""
    if order.place is None and not order.passes:
        yield Problem("place-or-pass", (), RULE)
    elif order.place is not None and order.passes:
        yield Problem("passes-and-acts", ("passes",), RULE)
    elif order.place is not None:
        yield from _check_cards(view, power, (order.place,), view.trump, ("place",))


def _check_cards(view: State, power: str, faces: tuple[str, ...], trump: str, where: OrderPath) -> Iterator[Problem]:
    hand = view.hands[power].known
    missing = find(hand, faces)[1]
    for lacking in missing:
        yield not_held(hand, power, lacking, where)
    found = politics.placed_card(hand, faces, trump)
    if trump and not missing and found is not None and not politics.is_trump(found, trump):
        stays = view.options.bluff_cost == "on"
        args = {"power": power, "card": face(found), "suit": trump, "stays": stays}
        yield Problem("bluff", where, "25" if stays else RULE, args, Weight.unwise)


def _check_powers(view: State, seat: str, powers: Iterable[str], key: str, **args: object) -> Iterator[Problem]:
    """What is wrong with the powers of which a sheet says something."""
    own = politics.own_majors(view, seat)
    for power in powers:
        if power == ONLY and len(own) > 1:
            yield Problem("which-power", (key,), RULE, {"powers": own, "key": key, **args})
        elif power != ONLY and power not in view.powers_of(seat):
            yield Problem("not-your-power", (key, power), RULE, {"power": power})
        elif power != ONLY and power not in own:
            yield Problem("minor-power", (key, power), RULE, {"power": power, "powers": own})


def _check_taking(view: State, seat: str, order: PoliticsOrders) -> Iterator[Problem]:
    each = order.take.each if order.take is not None else {}
    yield from _check_powers(view, seat, each, "take")
    for power, lines in politics.by_power(view, seat, each).items():
        where: OrderPath = ("take", power) if power in each else ("take",)
        for number, line in enumerate(lines):
            yield from (under(problem, *where, number) for problem in _check_line(view, power, line))
        saving = next((number for number, line in enumerate(lines) if line.saves), len(lines))
        if saving < len(lines) - 1:
            yield Problem("lines-after-save", (*where, saving + 1), RULE, {}, Weight.unwise)


def _check_line(view: State, power: str, line: CardLine) -> Iterator[Problem]:
    if line.saves:
        return
    args = {"card": line.card, "power": power, "cards": view.political}
    if line.card not in view.political:
        yield Problem("card-not-open", (), RULE, args)
        return
    wanted = political_card(view.edition, line.card)
    if power not in wanted.symbols:
        open_to = tuple(c.id for c in politics.revealed(view) if power in c.symbols)
        yield Problem("no-symbol", (), RULE, {**args, "cards": open_to})
    yield from plays.wrong(wanted, line, partial=view.options.partial_shift == "yes")


def _check_troops(view: State, seat: str, order: PoliticsOrders) -> Iterator[Problem]:
    own = view.powers_of(seat)
    sheet = WinterOrders(returns=order.returns, commands=order.commands, new_troops=order.new_troops)
    arriving = yield from winter.check_returns(view, own, sheet)
    yield from winter.check_commanders(view, sheet, arriving)
    yield from winter.check_shares(view, own, sheet, arriving)
    able = receivers(view)
    for general in order.new_troops:
        if general in view.theatre.generals and (power := view.power_of(general)) in own and power not in able:
            args = {"general": general, "power": power}
            yield Problem("no-troops-to-come", ("new_troops", general), RULE, args, Weight.unwise)


def receivers(view: State) -> tuple[str, ...]:
    """The powers that may get troops from a face-up card."""
    found: set[str] = set()
    for each in politics.revealed(view):
        for effect in each.effects:
            if isinstance(effect, Troops):
                found |= set(each.symbols) if effect.power == TAKER else {effect.power}
    return tuple(power for power in view.theatre.powers if power in found)


def _check_giving_up(view: State, seat: str, order: PoliticsOrders) -> Iterator[Problem]:
    for power, faces in order.give_up.items():
        if power not in view.powers_of(seat):
            yield Problem("not-your-power", ("give_up", power), RULE, {"power": power})
            continue
        hand = view.hands[power].known
        for number, lacking in enumerate(find(hand, faces)[1]):
            yield not_held(hand, power, lacking, ("give_up", power, number))


def check_standing(view: State, seat: str, order: InAdvance) -> Iterator[Problem]:
    """What is wrong with trump in standing orders: it counts in the advanced game only."""
    if order.standing is not None and order.standing.trump is not None and not view.theatre.is_advanced:
        yield Problem("advanced-only", ("standing", "trump"), RULE, apart=(("standing", "trump"),))
