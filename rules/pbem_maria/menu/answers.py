"""Menus of questions with a few answers, and of politics."""

from collections.abc import Iterator, Mapping
from typing import Any

from pbem.engine.decision import Decision
from pbem.engine.menu import DeskChoice, DeskSubject, Edit, Said
from pbem.engine.order import Order
from pbem_maria.chapters import election, expedition, politics
from pbem_maria.chapters.cards import cheapest
from pbem_maria.chapters.duel import seen
from pbem_maria.chapters.winter import PRICE
from pbem_maria.edition.cards import EITHER, LEFT, RIGHT, SHIFT, PoliticalCard, Shift
from pbem_maria.menu.draft import NO_PASS, PASSES, let_pass, speller
from pbem_maria.orders.cards import RESERVE, RESERVE_VALUES
from pbem_maria.orders.plan import PlanItem
from pbem_maria.orders.politics import ONLY, CardLine, CardPart, Placing, PoliticsOrders, Taking
from pbem_maria.orders.statecraft import (
    ALL,
    CANDIDATES,
    NONE,
    PAST_NEUTRAL,
    TO_NEUTRAL,
    Cities,
    ComebackOrders,
    ElectionOrders,
    GiveWayOrders,
    SaxonyOrders,
    SaxonyWish,
    Votes,
    WithdrawOrders,
)
from pbem_maria.position.cards import SUITS, face
from pbem_maria.position.state import SAXONY, State


def expedition_subjects(view: State, seat: str, decision: Decision, order: Order | None) -> Iterator[DeskSubject]:
    """The generals that can be sent to the off-map box."""
    chosen = getattr(order, "expedition", ())[:1]
    for general in expedition.able(view, decision.about["power"]):
        now = Said("sent", {"box": decision.about["box"]}) if general in chosen else Said("waits")
        paths = (("expedition",),) if general in chosen else ()
        yield DeskSubject(id=general, kind="general", place=view.at.get(general, ""), paths=paths, now=now)


def expedition_choices(
    view: State, seat: str, decision: Decision, order: Order | None, subject: str
) -> Iterator[DeskChoice]:
    """To send the general."""
    if subject in expedition.able(view, decision.about["power"]):
        edit = Edit(path=("expedition",), text=speller(view, seat).name("general", subject))
        said = Said("send", {"box": decision.about["box"]})
        yield DeskChoice(said=said, edits=(edit,), group=Said("expeditions"))


def away_subjects(view: State, seat: str, decision: Decision, order: Order | None) -> Iterator[DeskSubject]:
    """The pieces that have to go to another city, of several."""
    wishes = _goals(order)
    for piece in decision.about["choices"]:
        kind = "general" if view.theatre.is_general(piece) else "train"
        city = wishes[piece].cities[0] if piece in wishes and wishes[piece].cities else ""
        now = Said("hussar-to", {"city": city}) if city else Said("waits")
        place, way = view.at.get(piece, ""), (city,) if city else ()
        paths = ((_away_key(decision), piece),) if city else ()
        yield DeskSubject(id=piece, kind=kind, place=place, way=way, paths=paths, now=now)


def away_choices(view: State, seat: str, decision: Decision, order: Order | None, subject: str) -> Iterator[DeskChoice]:
    """The cities to which a piece can go, which are equally near."""
    names = speller(view, seat)
    for city in decision.about["choices"].get(subject, ()):
        edit = Edit(path=(_away_key(decision), subject), text=names.name("city", city))
        yield DeskChoice(said=Said("hussar-in", {"city": city}), edits=(edit,), group=Said("withdrawals"), place=city)


def _away_key(decision: Decision) -> str:
    return "gives_way" if decision.takes is GiveWayOrders else "withdraw"


def _goals(order: Order | None) -> Mapping[str, Cities]:
    if isinstance(order, GiveWayOrders):
        return order.gives_way
    return order.withdraw if isinstance(order, WithdrawOrders) else {}


def comeback_subjects(view: State, seat: str, decision: Decision, order: Order | None) -> Iterator[DeskSubject]:
    """The removed generals that can return at once."""
    returns = order.returns if isinstance(order, ComebackOrders) else {}
    for general in decision.about["generals"]:
        wish = returns.get(general)
        now = Said("hussar-to", {"city": wish.city}) if wish else Said("waits")
        paths, way = ((("returns", general),), (wish.city,)) if wish else ((), ())
        yield DeskSubject(id=general, kind="general", way=way, paths=paths, now=now)


def comeback_choices(
    view: State, seat: str, decision: Decision, order: Order | None, subject: str
) -> Iterator[DeskChoice]:
    """The fortresses on which a general can return, for the cheapest cards that are left for it."""
    names = speller(view, seat)
    returns = order.returns if isinstance(order, ComebackOrders) else {}
    spent = [card for general, wish in returns.items() if general != subject for card in wish.cards]
    hand = list(view.hands[SAXONY].known)
    for card in spent:
        hand = [
            each for n, each in enumerate(hand) if n != next((m for m, e in enumerate(hand) if face(e) == card), -1)
        ]
    cards = cheapest(hand, PRICE)
    for city in decision.about["generals"].get(subject, ()) if cards else ():
        paid = " + ".join(names.name("card", face(card)) for card in cards or ())
        edit = Edit(path=("returns", subject), text=f"{names.name('city', city)} for {paid}")
        faces = tuple(face(card) for card in cards or ())
        said = Said("return-for", {"city": city, "cards": faces})
        yield DeskChoice(said=said, edits=(NO_PASS, edit), group=Said("returning"), place=city)


def comeback_others(view: State, seat: str, decision: Decision, order: Order | None) -> Iterator[DeskChoice]:
    """To bring no general back."""
    edits = (Edit(path=("returns",), how="remove"), Edit(path=PASSES, text="yes"))
    yield DeskChoice(said=Said("no-return"), edits=edits, group=Said("besides-winter"))


def election_others(view: State, seat: str, decision: Decision, order: Order | None) -> Iterator[DeskChoice]:
    """A candidate for all votes of the seat."""
    names = speller(view, seat)
    for candidate in CANDIDATES:
        if let_pass(view, decision, ElectionOrders(vote=Votes(all=candidate)), ("vote",)):
            text = Votes(all=candidate).spell(names)
            edit = Edit(path=("vote",), text=str(text))
            yield DeskChoice(said=Said("vote-all", {"candidate": candidate}), edits=(edit,), group=Said("votes"))


def election_subjects(view: State, seat: str, decision: Decision, order: Order | None) -> Iterator[DeskSubject]:
    """The electors whose votes the seat can give to either candidate."""
    said = order.vote if isinstance(order, ElectionOrders) else Votes()
    for vote in election.free_votes(view, seat):
        candidate = election.cast(vote, said)
        now = Said("votes-for", {"candidate": candidate}) if candidate else Said("waits")
        paths = (("vote",),) if candidate else ()
        yield DeskSubject(id=vote.city, kind="city", place=vote.city, paths=paths, now=now)


def election_choices(
    view: State, seat: str, decision: Decision, order: Order | None, subject: str
) -> Iterator[DeskChoice]:
    """The candidates for one vote; the other votes of the seat stay, or go to the same if nothing is said of them."""
    names = speller(view, seat)
    said = order.vote if isinstance(order, ElectionOrders) else Votes()
    free = election.free_votes(view, seat)
    if subject not in [vote.city for vote in free]:
        return
    for candidate in CANDIDATES:
        each = {vote.city: election.cast(vote, said) or candidate for vote in free}
        wished = Votes(each={**each, subject: candidate})
        if let_pass(view, decision, ElectionOrders(vote=wished), ("vote",)):
            pairs = wished.spell(names)
            assert isinstance(pairs, dict)  # noqa: S101 votes by city are spelled so
            text = "\n".join(f"{voter}: {word}" for voter, word in pairs.items())
            edit = Edit(path=("vote",), text=text)
            yield DeskChoice(said=Said("vote", {"candidate": candidate}), edits=(edit,), group=Said("votes"))


def saxony_others(view: State, seat: str, decision: Decision, order: Order | None) -> Iterator[DeskChoice]:
    """How far Saxony's marker can be moved."""
    names = speller(view, seat)
    wishes = [SaxonyWish(wish) for wish in (ALL, NONE, TO_NEUTRAL, PAST_NEUTRAL)]
    wishes += [SaxonyWish(boxes=number) for number in range(1, decision.about["most"] + 1)]
    for wish in wishes:
        if let_pass(view, decision, SaxonyOrders(saxony=wish), ("saxony",)):
            edit = Edit(path=("saxony",), text=wish.spell(names))
            code = "saxony-boxes" if wish.boxes is not None else f"saxony-{wish.to.replace(' ', '-')}"
            args = {"boxes": wish.boxes} if wish.boxes is not None else {}
            yield DeskChoice(said=Said(code, args), edits=(edit,), group=Said("saxony"))


def peace_others(view: State, seat: str, decision: Decision, order: Order | None) -> Iterator[DeskChoice]:
    """To accept or to refuse peace."""
    yield from _words("peace", ("accept", "refuse"))


def subsidy_others(view: State, seat: str, decision: Decision, order: Order | None) -> Iterator[DeskChoice]:
    """Whether France subsidises Bavaria."""
    yield from _words("subsidy", ("bavaria", "none"))


def _words(key: str, words: tuple[str, ...]) -> Iterator[DeskChoice]:
    for word in words:
        yield DeskChoice(said=Said(f"{key}-{word}"), edits=(Edit(path=(key,), text=word),), group=Said(key))


def play_others(view: State, seat: str, decision: Decision, order: Order | None) -> Iterator[DeskChoice]:
    """The cards that can be played in the combat, a Reserve with each value, and to stop (11.1)."""
    if view.fight is None:
        return
    names, now = speller(view, seat), seen(view, view.fight)
    plain = [PlanItem(card=card) for card in dict.fromkeys(face(each) for each in now.plain)]
    reserves = [PlanItem(card=RESERVE, value=value) for value in RESERVE_VALUES if now.reserve]
    for item in (*plain, *reserves):
        edits = (Edit(path=("stop",), how="remove"), Edit(path=("play",), text=item.spell(names)))
        said = Said("play", {"card": item.card, "value": item.value})
        yield DeskChoice(said=said, edits=edits, group=Said("plays", {"score": now.score}))
    if not now.must_play:
        stopping = (Edit(path=("play",), how="remove"), Edit(path=("stop",), text="yes"))
        yield DeskChoice(said=Said("stop"), edits=stopping, group=Said("plays", {"score": now.score}))


def nothing(view: State, seat: str, decision: Decision, order: Order | None) -> tuple[DeskSubject, ...]:
    """No subject: what can be ordered is about no piece."""
    return ()


def no_choices(view: State, seat: str, decision: Decision, order: Order | None, subject: str) -> tuple[DeskChoice, ...]:
    """No choices, as there is no subject."""
    return ()


def subjects(view: State, seat: str, decision: Decision, order: Order | None) -> Iterator[DeskSubject]:
    """The major powers of the seat."""
    placed, taken = _placed(view, seat, order), _taken(view, seat, order)
    for power in politics.own_majors(view, seat):
        paths = tuple((key,) for key, each in (("place", placed), ("take", taken)) if power in each)
        lines = tuple(line.card for line in taken.get(power, ()) if line.card)
        said = Said("politics-now", {"places": placed.get(power, ()), "takes": lines})
        yield DeskSubject(id=power, kind="power", paths=paths, now=said if paths else Said("waits"))


def choices(view: State, seat: str, decision: Decision, order: Order | None, subject: str) -> Iterator[DeskChoice]:
    """The cards of the hand to place, and the face-up cards to take."""
    if subject not in politics.own_majors(view, seat):
        return
    if not decision.about["placed"]:
        yield from _placings(view, seat, order, subject)
    yield from _takings(view, seat, order, subject)


def others(view: State, seat: str, decision: Decision, order: Order | None) -> Iterator[DeskChoice]:
    """The trump to name, if the seat names it; to do nothing in politics."""
    if decision.about["names_trump"]:
        yield from _trumps(view, seat)
    edits = (Edit(path=("place",), how="remove"), Edit(path=("take",), how="remove"), Edit(path=PASSES, text="yes"))
    yield DeskChoice(said=Said("pass-politics"), edits=edits, group=Said("besides-politics"))


def trump_others(view: State, seat: str, decision: Decision, order: Order | None) -> Iterator[DeskChoice]:
    """The suits, one of which is trump."""
    yield from _trumps(view, seat)


def placing_others(view: State, seat: str, decision: Decision, order: Order | None) -> Iterator[DeskChoice]:
    """The cards of the hand, and to place none."""
    power, names = decision.about["power"], speller(view, seat)
    for card in _faces(view, power):
        edits = (NO_PASS, Edit(path=("place",), text=names.name("card", card)))
        yield DeskChoice(said=_place(view, card), edits=edits, group=Said("placing", {"power": power}))
    passing = (Edit(path=("place",), how="remove"), Edit(path=PASSES, text="yes"))
    yield DeskChoice(said=Said("place-none"), edits=passing, group=Said("placing", {"power": power}))


def _trumps(view: State, seat: str) -> Iterator[DeskChoice]:
    names = speller(view, seat)
    for suit in SUITS.values():
        edit = Edit(path=("trump",), text=names.name("suit", suit))
        yield DeskChoice(said=Said("trump", {"suit": suit}), edits=(edit,), group=Said("trumps"))


def _faces(view: State, power: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(face(card) for card in view.hands[power].known))


def _place(view: State, card: str) -> Said:
    """A card to be placed, and whether it is none of trump: a bluff."""
    return Said("place", {"card": card, "bluff": bool(view.trump) and not politics.is_trump(card, view.trump)})


def _placings(view: State, seat: str, order: Order | None, power: str) -> Iterator[DeskChoice]:
    group = Said("placing", {"power": power})
    each = _placed(view, seat, order)
    for cards in (*((card,) for card in _faces(view, power)), ()):
        text = _text(Placing(_for(view, seat, {**each, power: cards})).spell(speller(view, seat)))
        said = _place(view, cards[0]) if cards else Said("place-none")
        yield DeskChoice(said=said, edits=(NO_PASS, Edit(path=("place",), text=text)), group=group)


def _takings(view: State, seat: str, order: Order | None, power: str) -> Iterator[DeskChoice]:
    taken = _taken(view, seat, order)
    group = Said("taking", {"power": power})
    for card in politics.revealed(view):
        if power not in card.symbols:
            continue
        for line in (*_lines(card), CardLine(card.id, drops=True)):
            before = tuple(one for one in taken.get(power, ()) if one.card not in ("", card.id))
            yield _taking(view, seat, {**taken, power: (*before, line)}, _line(line), group)
    yield _taking(view, seat, {**taken, power: (CardLine(),)}, Said("save"), group)


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


def _taking(view: State, seat: str, each: dict[str, tuple[CardLine, ...]], said: Said, group: Said) -> DeskChoice:
    text = _text(Taking(_for(view, seat, each)).spell(speller(view, seat)))
    return DeskChoice(said=said, edits=(NO_PASS, Edit(path=("take",), text=text)), group=group)


def _for(view: State, seat: str, each: dict[str, Any]) -> dict[str, Any]:
    """What is said for each power; for the only power of a seat without its name."""
    own = politics.own_majors(view, seat)
    return {ONLY: each[own[0]]} if len(own) == 1 else each


def _placed(view: State, seat: str, order: Order | None) -> dict[str, tuple[str, ...]]:
    placing = order.place if isinstance(order, PoliticsOrders) else None
    return dict(politics.by_power(view, seat, placing.each)) if placing is not None else {}


def _taken(view: State, seat: str, order: Order | None) -> dict[str, tuple[CardLine, ...]]:
    taking = order.take if isinstance(order, PoliticsOrders) else None
    return dict(politics.by_power(view, seat, taking.each)) if taking is not None else {}


def _text(plain: object, lead: str = "") -> str:
    """Plain texts, lists and mappings as the lines of a sheet."""
    if isinstance(plain, dict):
        return "\n".join(f"{lead}{key}:{_below(value, lead)}" for key, value in plain.items())
    if isinstance(plain, list):
        return "\n".join(f"{lead}- {_text(item)}" for item in plain)
    return f"{lead}{plain}"


def _below(value: object, lead: str) -> str:
    return f"\n{_text(value, lead + '  ')}" if isinstance(value, list) else f" {value}"
