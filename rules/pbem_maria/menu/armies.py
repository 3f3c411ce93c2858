"""The desks of set-up and winter: the generals, and the troops that each gets (4, 13)."""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from pbem.engine.decision import Decision
from pbem.engine.menu import DeskChoice, DeskSubject, Edit, Said
from pbem.engine.order import Order
from pbem_maria.chapters import breach, hussars, winter
from pbem_maria.chapters.cards import cheapest
from pbem_maria.menu.draft import NO_PASS, PASSES, let_pass, speller
from pbem_maria.orders.stage import SetUpOrders, WinterOrders
from pbem_maria.orders.standing import STAY, HussarOrders, HussarWish
from pbem_maria.orders.statecraft import NO_AGGRESSION, NO_HUSSARS
from pbem_maria.position.cards import face
from pbem_maria.position.state import MAXIMUM, State


def set_up_subjects(view: State, seat: str, decision: Decision, order: Order | None) -> Iterator[DeskSubject]:
    """The generals of the seat, those too that take part only by their troops."""
    troops = order.troops if isinstance(order, SetUpOrders) else {}
    for power in view.powers_of(seat):
        for general in view.theatre.powers[power].generals:
            number = troops.get(general.id)
            now = Said("waits") if number is None else Said("own-troops", {"troops": number})
            paths = (("troops", general.id),) if number is not None else ()
            place = view.at.get(general.id, "")
            yield DeskSubject(id=general.id, kind="general", place=place, paths=paths, now=now)


def set_up_choices(
    view: State, seat: str, decision: Decision, order: Order | None, subject: str
) -> Iterator[DeskChoice]:
    """The numbers of troops that a general may have, with what is left for the others of its power."""
    troops = order.troops if isinstance(order, SetUpOrders) else {}
    armies = [view.theatre.powers[power] for power in view.powers_of(seat)]
    for army in armies:
        for general in army.generals:
            if general.id != subject:
                continue
            others = sum(troops.get(other.id, 0) for other in army.generals if other.id != subject)
            for number in range(general.minimum, MAXIMUM + 1):
                said = Said("set-troops", {"troops": number, "left": army.troops - others - number})
                edit = Edit(path=("troops", subject), text=str(number))
                yield DeskChoice(said=said, edits=(edit,), group=Said("set-up", {"power": army.id}))


def winter_subjects(view: State, seat: str, decision: Decision, order: Order | None) -> Iterator[DeskSubject]:
    """The generals of the seat that can get troops, and those that can return."""
    draft = _winter(order)
    for power in view.powers_of(seat):
        for general in (*view.generals_of(power), *view.removed_of(power)):
            city, number = draft.returns.get(general, ""), draft.new_troops.get(general, 0)
            paths = tuple((key, general) for key in ("returns", "new_troops") if general in getattr(draft, key))
            now = Said("recruited", {"city": city, "troops": number}) if paths else Said("waits")
            place = view.at.get(general, "")
            way = (city,) if city else ()
            yield DeskSubject(id=general, kind="general", place=place, way=way, paths=paths, now=now)


def winter_choices(
    view: State, seat: str, decision: Decision, order: Order | None, subject: str
) -> Iterator[DeskChoice]:
    """New troops for a general on the map; the fortresses on which a removed one can return."""
    draft = _winter(order)
    if subject not in view.theatre.generals or view.power_of(subject) not in view.powers_of(seat):
        return
    if subject in view.at:
        group = Said("recruits", {"power": view.power_of(subject)})
        room = MAXIMUM - draft.troops.get(subject, view.troops.get(subject, 0))
        for number in range(1, room + 1):
            wished = replace(draft, passes=False, new_troops={**draft.new_troops, subject: number})
            if (edits := _paid(view, seat, draft, wished, subject)) is not None:
                put = Edit(path=("new_troops", subject), text=str(number))
                said = Said("new-troops", {"troops": number})
                if let_pass(view, decision, wished, ("new_troops", subject)):
                    yield DeskChoice(said=said, edits=(NO_PASS, put, *edits), group=group)
    elif view.is_removed(subject):
        yield from _returns(view, seat, decision, draft, subject)
    if subject in draft.new_troops or subject in draft.returns:
        yield _without(view, seat, draft, subject)


def _returns(view: State, seat: str, decision: Decision, draft: WinterOrders, general: str) -> Iterator[DeskChoice]:
    """The fortresses on which a removed *general* can return, with a troop."""
    names, power = speller(view, seat), view.power_of(general)
    number = max(1, draft.new_troops.get(general, 0))
    for city in winter.return_sites(view, power, general):
        returns = {**draft.returns, general: city}
        wished = replace(draft, passes=False, returns=returns, new_troops={**draft.new_troops, general: number})
        edits = _paid(view, seat, draft, wished, general)
        if edits is None or not let_pass(view, decision, wished, ("returns", general)):
            continue
        put = Edit(path=("returns", general), text=names.name("city", city))
        troops = Edit(path=("new_troops", general), text=str(number))
        said = Said("returns", {"city": city, "troops": number})
        yield DeskChoice(said=said, edits=(NO_PASS, put, troops, *edits), group=Said("returning"), place=city)


def _paid(view: State, seat: str, draft: WinterOrders, wished: WinterOrders, general: str) -> tuple[Edit, ...] | None:
    """What pays for the troops of *wished* if the cards of the *draft* do not; None if the hand is not worth it."""
    power = view.power_of(general)
    needed = _given(view, power, wished)
    if winter.bought(view, power, draft) >= needed:
        return ()
    cards = cheapest(view.hands[power].known, winter.PRICE * needed)
    if cards is None:
        return None
    return (_payment(view, seat, power, cards),)


def _payment(view: State, seat: str, power: str, cards: tuple[str, ...]) -> Edit:
    names = speller(view, seat)
    said = ", ".join(names.name("card", face(card)) for card in cards)
    return Edit(path=("recruits", power), text=f"[{said}]")


def _given(view: State, power: str, order: WinterOrders) -> int:
    return sum(number for general, number in order.new_troops.items() if view.power_of(general) == power)


def _without(view: State, seat: str, draft: WinterOrders, general: str) -> DeskChoice:
    """The choice that a general gets nothing and stays away."""
    power = view.power_of(general)
    rest = {each: number for each, number in draft.new_troops.items() if each != general}
    wished = replace(draft, new_troops=rest, returns=_but(draft.returns, general))
    edits = [Edit(path=(key, general), how="remove") for key in ("returns", "new_troops")]
    needed = _given(view, power, wished)
    if power in draft.recruits and needed < winter.bought(view, power, draft):
        cards = cheapest(view.hands[power].known, winter.PRICE * needed) if needed else ()
        edits.append(_payment(view, seat, power, cards) if cards else Edit(path=("recruits", power), how="remove"))
        if not cards:
            wished = replace(wished, recruits={each: paid for each, paid in draft.recruits.items() if each != power})
    if wished == WinterOrders():
        edits.append(Edit(path=PASSES, text="yes"))
    return DeskChoice(said=Said("no-recruits"), edits=tuple(edits), group=Said("staying-away"), clears=True)


def _but(returns: Mapping[str, str], general: str) -> dict[str, str]:
    return {each: city for each, city in returns.items() if each != general}


def winter_others(view: State, seat: str, decision: Decision, order: Order | None) -> Iterator[DeskChoice]:
    """To buy nothing."""
    keys = ("recruits", "returns", "new_troops")
    edits = (*(Edit(path=(key,), how="remove") for key in keys), Edit(path=PASSES, text="yes"))
    yield DeskChoice(said=Said("pass-winter"), edits=edits, group=Said("besides-winter"))


def _winter(order: Order | None) -> WinterOrders:
    return order if isinstance(order, WinterOrders) else WinterOrders()


def subjects(view: State, seat: str, decision: Decision, order: Order | None) -> Iterator[DeskSubject]:
    """Each hussar, by its number from 1."""
    wishes = _wishes(order)
    for number, city in enumerate(view.hussars):
        wish = wishes[number] if number < len(wishes) else None
        goal = hussars.choose(view, number, wish) if wish is not None else None
        way = tuple(place for place in (city, goal) if place and place != STAY)
        staying = Said("hussar-waits" if goal is None else "hussar-there", {"city": city})
        now = staying if goal in (None, STAY) else Said("hussar-to", {"city": goal})
        paths = (("hussars", number),) if wish is not None else ()
        yield DeskSubject(
            id=str(number + 1),
            kind="hussar",
            place=city or "",
            way=way if goal not in (None, STAY) else (),
            paths=paths,
            now=now,
            numbered=True,
        )


def choices(view: State, seat: str, decision: Decision, order: Order | None, subject: str) -> Iterator[DeskChoice]:
    """The cities where a hussar may be placed, and to stay."""
    number = int(subject) - 1 if subject.isdecimal() else -1
    if not 0 <= number < len(view.hussars):
        return
    wishes, names = _wishes(order), speller(view, seat)
    before = tuple(Edit(path=("hussars", n), text=STAY) for n in range(len(wishes), number))
    group = Said("hussar", {"number": number + 1})
    staying = (*before, Edit(path=("hussars", number), text=STAY))
    yield DeskChoice(said=Said("hussar-stays"), edits=staying, group=group)
    bound = any(breach.bonds(view, seat, NO_HUSSARS, NO_AGGRESSION))
    for city in view.board.cities:
        if hussars.wrong_with(view, city) is not None:
            continue
        whole = (*wishes, *(HussarWish((STAY,)) for _ in before))
        wished = HussarOrders(hussars=(*whole[:number], HussarWish((city,)), *whole[number + 1 :]))
        if bound and not let_pass(view, decision, wished, ("hussars", number)):
            continue
        edits = (*before, Edit(path=("hussars", number), text=names.name("city", city)))
        yield DeskChoice(said=Said("hussar-in", {"city": city}), edits=edits, group=group, place=city)


def _wishes(order: Order | None) -> tuple[HussarWish, ...]:
    return order.hussars if isinstance(order, HussarOrders) else ()
