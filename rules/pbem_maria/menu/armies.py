"""The desks of set-up and winter: the generals, and the troops that each gets (4, 13)."""

from collections.abc import Iterator, Mapping

from pbem.engine.decision import Decision
from pbem.engine.menu import PASS, DeskChoice, DeskSubject, Put, Said
from pbem_maria.chapters import breach, hussars, winter
from pbem_maria.chapters.cards import cheapest
from pbem_maria.orders.stage import SetUpOrders, WinterOrders
from pbem_maria.orders.standing import STAY, HussarOrders, HussarWish
from pbem_maria.orders.statecraft import NO_AGGRESSION, NO_HUSSARS
from pbem_maria.position.cards import face
from pbem_maria.position.state import MAXIMUM, State


def set_up_subjects(view: State, decision: Decision, order: SetUpOrders) -> Iterator[DeskSubject]:
    """The generals of the seat, those too that take part only by their troops."""
    for power in view.powers_of(decision.seat):
        for general in view.theatre.powers[power].generals:
            number = order.troops.get(general.id)
            now = Said("waits") if number is None else Said("own-troops", {"troops": number})
            paths = (("troops", general.id),) if number is not None else ()
            place = view.at.get(general.id, "")
            yield DeskSubject(id=general.id, kind="general", place=place, paths=paths, now=now)


def set_up_choices(view: State, decision: Decision, order: SetUpOrders, subject: str) -> Iterator[DeskChoice]:
    """The numbers of troops that a general may have, with what is left for the others of its power."""
    armies = [view.theatre.powers[power] for power in view.powers_of(decision.seat)]
    for army, general in ((one, each) for one in armies for each in one.generals if each.id == subject):
        others = sum(order.troops.get(other.id, 0) for other in army.generals if other.id != subject)
        for number in range(general.minimum, MAXIMUM + 1):
            said = Said("set-troops", {"troops": number, "left": army.troops - others - number})
            put = Put(("troops", subject), number)
            yield DeskChoice(said=said, puts=(put,), group=Said("set-up", {"power": army.id}))


def winter_subjects(view: State, decision: Decision, order: WinterOrders) -> Iterator[DeskSubject]:
    """The generals of the seat that can get troops, and those that can return."""
    for power in view.powers_of(decision.seat):
        for general in (*view.generals_of(power), *view.removed_of(power)):
            city, number = order.returns.get(general, ""), order.new_troops.get(general, 0)
            paths = tuple((key, general) for key in ("returns", "new_troops") if general in getattr(order, key))
            now = Said("recruited", {"city": city, "troops": number}) if paths else Said("waits")
            place = view.at.get(general, "")
            way = (city,) if city else ()
            yield DeskSubject(id=general, kind="general", place=place, way=way, paths=paths, now=now)


def winter_choices(view: State, decision: Decision, order: WinterOrders, subject: str) -> Iterator[DeskChoice]:
    """New troops for a general on the map; the fortresses on which a removed one can return; to buy nothing."""
    if not subject:
        puts: tuple[Put, ...] = (Put(("recruits",)), Put(("returns",)), Put(("new_troops",)), PASS)
        yield DeskChoice(said=Said("pass-winter"), puts=puts, group=Said("besides-winter"))
        return
    if subject not in view.theatre.generals or view.power_of(subject) not in view.powers_of(decision.seat):
        return
    new, group = order.new_troops, Said("recruits", {"power": view.power_of(subject)})
    if subject in view.at:
        room = MAXIMUM - order.troops.get(subject, view.troops.get(subject, 0))
        for number in range(1, room + 1):
            if (pays := _paid(view, order, {**new, subject: number}, subject)) is not None:
                said, put = Said("new-troops", {"troops": number}), Put(("new_troops", subject), number)
                yield DeskChoice(said=said, puts=(put, *pays), group=group, sure=False)
    elif view.is_removed(subject):
        number = max(1, new.get(subject, 0))
        pays = _paid(view, order, {**new, subject: number}, subject)
        for city in winter.return_sites(view, view.power_of(subject), subject) if pays is not None else ():
            puts = (Put(("returns", subject), city), Put(("new_troops", subject), number), *(pays or ()))
            said = Said("returns", {"city": city, "troops": number})
            yield DeskChoice(said=said, puts=puts, group=Said("returning"), place=city, sure=False)
    if subject in new or subject in order.returns:
        puts = (Put(("returns", subject)), Put(("new_troops", subject)), *_less_paid(view, order, subject))
        yield DeskChoice(said=Said("no-recruits"), puts=puts, group=Said("staying-away"), clears=True)


def _paid(view: State, order: WinterOrders, new: dict[str, int], general: str) -> tuple[Put, ...] | None:
    """What pays for *new* troops if the cards of the *order* do not; None if the hand is not worth it."""
    power = view.power_of(general)
    needed = _given(view, power, new)
    if winter.bought(view, power, order) >= needed:
        return ()
    cards = cheapest(view.hands[power].known, winter.PRICE * needed)
    return None if cards is None else (Put(("recruits", power), tuple(map(face, cards))),)


def _less_paid(view: State, order: WinterOrders, general: str) -> tuple[Put, ...]:
    """What pays for the troops that are left without those of a general, if it is less."""
    power = view.power_of(general)
    needed = _given(view, power, {each: n for each, n in order.new_troops.items() if each != general})
    if power not in order.recruits or needed >= winter.bought(view, power, order):
        return ()
    cards = cheapest(view.hands[power].known, winter.PRICE * needed) if needed else ()
    return (Put(("recruits", power), tuple(map(face, cards))) if cards else Put(("recruits", power)),)


def _given(view: State, power: str, new: Mapping[str, int]) -> int:
    return sum(number for general, number in new.items() if view.power_of(general) == power)


def subjects(view: State, decision: Decision, order: HussarOrders) -> Iterator[DeskSubject]:
    """Each hussar, by its number from 1."""
    for number, city in enumerate(view.hussars):
        wish = order.hussars[number] if number < len(order.hussars) else None
        goal = hussars.choose(view, number, wish) if wish is not None else None
        goes = goal not in (None, STAY)
        staying = Said("hussar-waits" if goal is None else "hussar-there", {"city": city})
        yield DeskSubject(
            id=str(number + 1),
            kind="hussar",
            place=city or "",
            way=tuple(place for place in (city, goal) if place) if goes else (),
            paths=(("hussars", number),) if wish is not None else (),
            now=Said("hussar-to", {"city": goal}) if goes else staying,
            numbered=True,
        )


def choices(view: State, decision: Decision, order: HussarOrders, subject: str) -> Iterator[DeskChoice]:
    """The cities where a hussar may be placed, and to stay; an agreement may forbid some."""
    number = int(subject) - 1 if subject.isdecimal() else -1
    if not 0 <= number < len(view.hussars):
        return
    before = tuple(Put(("hussars", n), HussarWish((STAY,))) for n in range(len(order.hussars), number))
    group, path = Said("hussar", {"number": number + 1}), ("hussars", number)
    yield DeskChoice(said=Said("hussar-stays"), puts=(*before, Put(path, HussarWish((STAY,)))), group=group)
    free = not any(breach.bonds(view, decision.seat, NO_HUSSARS, NO_AGGRESSION))
    for city in view.board.cities:
        if hussars.wrong_with(view, city) is None:
            puts = (*before, Put(path, HussarWish((city,))))
            yield DeskChoice(said=Said("hussar-in", {"city": city}), puts=puts, group=group, place=city, sure=free)
