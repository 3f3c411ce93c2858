"""Menus of questions with a few answers, and of politics."""

from collections.abc import Iterator
from typing import Any

from pbem.engine.decision import Decision
from pbem.engine.menu import PASS, DeskChoice, DeskSubject, Put, Said
from pbem_maria.chapters import election, expedition, politics
from pbem_maria.chapters.cards import cheapest
from pbem_maria.chapters.duel import seen
from pbem_maria.chapters.winter import PRICE
from pbem_maria.edition.cards import EITHER, LEFT, RIGHT, SHIFT, PoliticalCard, Shift
from pbem_maria.orders.cards import RESERVE, RESERVE_VALUES, Subsidy, SubsidyOrders
from pbem_maria.orders.plan import PlanItem
from pbem_maria.orders.politics import (
    ONLY,
    CardLine,
    CardPart,
    Placing,
    PlacingOrders,
    PoliticsOrders,
    Taking,
    TrumpOrders,
)
from pbem_maria.orders.stage import PlayOrders
from pbem_maria.orders.statecraft import (
    CANDIDATES,
    GOALS,
    Cities,
    Comeback,
    ComebackOrders,
    ElectionOrders,
    ExpeditionOrders,
    GiveWayOrders,
    PeaceOrders,
    SaxonyOrders,
    SaxonyWish,
    Votes,
    WithdrawOrders,
)
from pbem_maria.position.cards import SUITS, face
from pbem_maria.position.state import SAXONY, State

AwayOrders = GiveWayOrders | WithdrawOrders


def expedition_subjects(view: State, decision: Decision, order: ExpeditionOrders) -> Iterator[DeskSubject]:
    """The generals that can be sent to the off-map box."""
    for general in expedition.able(view, decision.about["power"]):
        chosen = general in order.expedition[:1]
        now = Said("sent", {"box": decision.about["box"]}) if chosen else Said("waits")
        paths = (("expedition",),) if chosen else ()
        yield DeskSubject(id=general, kind="general", place=view.at.get(general, ""), paths=paths, now=now)


def expedition_choices(view: State, decision: Decision, order: ExpeditionOrders, subject: str) -> Iterator[DeskChoice]:
    """To send the general."""
    if subject in expedition.able(view, decision.about["power"]):
        said = Said("send", {"box": decision.about["box"]})
        yield DeskChoice(said=said, puts=(Put(("expedition",), (subject,)),), group=Said("expeditions"))


def away_subjects(view: State, decision: Decision, order: AwayOrders) -> Iterator[DeskSubject]:
    """The pieces that have to go to another city, of several."""
    key = _away_key(decision)
    for piece in decision.about["choices"]:
        wish: Cities | None = getattr(order, key).get(piece)
        city = wish.cities[0] if wish and wish.cities else ""
        yield DeskSubject(
            id=piece,
            kind="general" if view.theatre.is_general(piece) else "train",
            place=view.at.get(piece, ""),
            way=(city,) if city else (),
            paths=((key, piece),) if city else (),
            now=Said("hussar-to", {"city": city}) if city else Said("waits"),
        )


def away_choices(view: State, decision: Decision, order: AwayOrders, subject: str) -> Iterator[DeskChoice]:
    """The cities to which a piece can go, which are equally near."""
    for city in decision.about["choices"].get(subject, ()):
        put = Put((_away_key(decision), subject), Cities((city,)))
        yield DeskChoice(said=Said("hussar-in", {"city": city}), puts=(put,), group=Said("withdrawals"), place=city)


def _away_key(decision: Decision) -> str:
    return "gives_way" if decision.takes is GiveWayOrders else "withdraw"


def comeback_subjects(view: State, decision: Decision, order: ComebackOrders) -> Iterator[DeskSubject]:
    """The removed generals that can return at once."""
    for general in decision.about["generals"]:
        wish = order.returns.get(general)
        now = Said("hussar-to", {"city": wish.city}) if wish else Said("waits")
        paths, way = ((("returns", general),), (wish.city,)) if wish else ((), ())
        yield DeskSubject(id=general, kind="general", way=way, paths=paths, now=now)


def comeback_choices(view: State, decision: Decision, order: ComebackOrders, subject: str) -> Iterator[DeskChoice]:
    """The fortresses on which a general can return, for the cheapest cards that are left for it; of none, to stay."""
    if not subject:
        yield DeskChoice(said=Said("no-return"), puts=(Put(("returns",)), PASS), group=Said("besides-winter"))
        return
    spent = [card for general, wish in order.returns.items() if general != subject for card in wish.cards]
    hand = list(view.hands[SAXONY].known)
    for card in spent:
        hand = [
            each for n, each in enumerate(hand) if n != next((m for m, e in enumerate(hand) if face(e) == card), -1)
        ]
    cards = tuple(face(card) for card in cheapest(hand, PRICE) or ())
    for city in decision.about["generals"].get(subject, ()) if cards else ():
        put = Put(("returns", subject), Comeback(city, cards))
        said = Said("return-for", {"city": city, "cards": cards})
        yield DeskChoice(said=said, puts=(put,), group=Said("returning"), place=city)


def election_subjects(view: State, decision: Decision, order: ElectionOrders | None) -> Iterator[DeskSubject]:
    """The electors whose votes the seat can give to either candidate."""
    said = order.vote if order else Votes()
    for vote in election.free_votes(view, decision.seat):
        candidate = election.cast(vote, said)
        now = Said("votes-for", {"candidate": candidate}) if candidate else Said("waits")
        paths = (("vote",),) if candidate else ()
        yield DeskSubject(id=vote.city, kind="city", place=vote.city, paths=paths, now=now)


def election_choices(
    view: State, decision: Decision, order: ElectionOrders | None, subject: str
) -> Iterator[DeskChoice]:
    """The candidates for one vote or for all.

    With one the other votes of the seat stay, or go to the same if nothing is said of them.
    """
    free, said = election.free_votes(view, decision.seat), order.vote if order else Votes()
    for candidate in CANDIDATES:
        votes = Votes(all=candidate)
        if subject in [vote.city for vote in free]:
            each = {vote.city: election.cast(vote, said) or candidate for vote in free}
            votes = Votes(each={**each, subject: candidate})
        elif subject:
            return
        told = Said("vote" if subject else "vote-all", {"candidate": candidate})
        yield DeskChoice(said=told, puts=(Put(("vote",), votes),), group=Said("votes"), sure=False)


def saxony_choices(view: State, decision: Decision, order: SaxonyOrders | None, _: str) -> Iterator[DeskChoice]:
    """How far Saxony's marker can be moved."""
    for word in GOALS[:-1]:
        said = Said(f"saxony-{word.replace(' ', '-')}")
        yield _answer("saxony", SaxonyWish(word), said, sure=False)
    for number in range(1, decision.about["most"] + 1):
        yield _answer("saxony", SaxonyWish(boxes=number), Said("saxony-boxes", {"boxes": number}), sure=False)


def peace_choices(view: State, decision: Decision, order: PeaceOrders | None, _: str) -> Iterator[DeskChoice]:
    """To accept or to refuse peace."""
    for word in ("accept", "refuse"):
        yield _answer("peace", word, Said(f"peace-{word}"))


def subsidy_choices(view: State, decision: Decision, order: SubsidyOrders | None, _: str) -> Iterator[DeskChoice]:
    """Whether France subsidises Bavaria."""
    yield _answer("subsidy", Subsidy(paid=True), Said("subsidy-bavaria"))
    yield _answer("subsidy", Subsidy(paid=False), Said("subsidy-none"))


def _answer(key: str, value: Any, said: Said, *, sure: bool = True) -> DeskChoice:
    return DeskChoice(said=said, puts=(Put((key,), value),), group=Said(key), sure=sure)


def play_choices(view: State, decision: Decision, order: PlayOrders, _: str) -> Iterator[DeskChoice]:
    """The cards that can be played in the combat, a Reserve with each value, and to stop (11.1)."""
    if view.fight is None:
        return
    now = seen(view, view.fight)
    group = Said("plays", {"score": now.score})
    plain = [PlanItem(card=card) for card in dict.fromkeys(face(each) for each in now.plain)]
    reserves = [PlanItem(card=RESERVE, value=value) for value in RESERVE_VALUES if now.reserve]
    for item in (*plain, *reserves):
        said = Said("play", {"card": item.card, "value": item.value})
        yield DeskChoice(said=said, puts=(Put(("stop",)), Put(("play",), item)), group=group)
    if not now.must_play:
        yield DeskChoice(said=Said("stop"), puts=(Put(("play",)), Put(("stop",), value=True)), group=group)


def subjects(view: State, decision: Decision, order: PoliticsOrders) -> Iterator[DeskSubject]:
    """The major powers of the seat."""
    placed, taken = _each(view, decision, order.place), _each(view, decision, order.take)
    for power in politics.own_majors(view, decision.seat):
        paths = tuple((key,) for key, each in (("place", placed), ("take", taken)) if power in each)
        lines = tuple(line.card for line in taken.get(power, ()) if line.card)
        said = Said("politics-now", {"places": placed.get(power, ()), "takes": lines})
        yield DeskSubject(id=power, kind="power", paths=paths, now=said if paths else Said("waits"))


def choices(view: State, decision: Decision, order: PoliticsOrders, subject: str) -> Iterator[DeskChoice]:
    """The cards of the hand to place, and the face-up cards to take; of no power, the trump, and to do nothing."""
    if not subject:
        if decision.about["names_trump"]:
            yield from trumps(view, decision, order, subject)
        puts = (Put(("place",)), Put(("take",)), PASS)
        yield DeskChoice(said=Said("pass-politics"), puts=puts, group=Said("besides-politics"))
    elif subject in politics.own_majors(view, decision.seat):
        if not decision.about["placed"]:
            yield from _placings(view, decision, order, subject)
        yield from _takings(view, decision, order, subject)


def trumps(view: State, decision: Decision, order: PoliticsOrders | TrumpOrders, _: str) -> Iterator[DeskChoice]:
    """The suits, one of which is trump."""
    passing = (PASS,) if getattr(order, "passes", False) else ()
    for suit in SUITS.values():
        puts = (Put(("trump",), suit), *passing)
        yield DeskChoice(said=Said("trump", {"suit": suit}), puts=puts, group=Said("trumps"))


def placing_choices(view: State, decision: Decision, order: PlacingOrders, _: str) -> Iterator[DeskChoice]:
    """The cards of the hand, and to place none."""
    power = decision.about["power"]
    group = Said("placing", {"power": power})
    for card in _faces(view, power):
        yield DeskChoice(said=_place(view, card), puts=(Put(("place",), card),), group=group)
    yield DeskChoice(said=Said("place-none"), puts=(Put(("place",)), PASS), group=group)


def _faces(view: State, power: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(face(card) for card in view.hands[power].known))


def _place(view: State, card: str) -> Said:
    """A card to be placed, and whether it is none of trump: a bluff."""
    return Said("place", {"card": card, "bluff": bool(view.trump) and not politics.is_trump(card, view.trump)})


def _placings(view: State, decision: Decision, order: PoliticsOrders, power: str) -> Iterator[DeskChoice]:
    each = _each(view, decision, order.place)
    for cards in (*((card,) for card in _faces(view, power)), ()):
        put = Put(("place",), Placing(_for(view, decision, {**each, power: cards})))
        said = _place(view, cards[0]) if cards else Said("place-none")
        yield DeskChoice(said=said, puts=(put,), group=Said("placing", {"power": power}))


def _takings(view: State, decision: Decision, order: PoliticsOrders, power: str) -> Iterator[DeskChoice]:
    each = _each(view, decision, order.take)
    lines: list[tuple[CardLine, ...]] = []
    for card in politics.revealed(view):
        before = tuple(one for one in each.get(power, ()) if one.card not in ("", card.id))
        ways = (*_lines(card), CardLine(card.id, drops=True)) if power in card.symbols else ()
        lines += [(*before, line) for line in ways]
    for taken in (*lines, (CardLine(),)):
        put = Put(("take",), Taking(_for(view, decision, {**each, power: taken})))
        said = _line(taken[-1]) if taken[-1].card else Said("save")
        yield DeskChoice(said=said, puts=(put,), group=Said("taking", {"power": power}))


def _lines(card: PoliticalCard) -> Iterator[CardLine]:
    """The ways to play a whole card: one for each direction of an arrow that may go either way."""
    free = [effect.track for effect in card.effects if isinstance(effect, Shift) and effect.direction == EITHER]
    if not free:
        yield CardLine(card.id, whole=True)
        return
    for direction in (LEFT, RIGHT):
        parts = tuple(CardPart(SHIFT, track, direction) for track in free)
        yield CardLine(card.id, whole=True, parts=parts)


def _line(line: CardLine) -> Said:
    directions = tuple(part.direction for part in line.parts)
    return Said("take", {"card": line.card, "drops": line.drops, "directions": directions})


def _for(view: State, decision: Decision, each: dict[str, Any]) -> dict[str, Any]:
    """What is said for each power; for the only power of a seat without its name."""
    own = politics.own_majors(view, decision.seat)
    return {ONLY: each[own[0]]} if len(own) == 1 else each


def _each(view: State, decision: Decision, said: Placing | Taking | None) -> dict[str, Any]:
    """What is said for each power, by its name."""
    return dict(politics.by_power(view, decision.seat, said.each)) if said is not None else {}
