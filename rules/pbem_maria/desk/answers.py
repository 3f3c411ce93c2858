"""The desks of questions with a few answers: elections, expeditions, withdrawals, Saxony, peace, subsidies, plays."""

from collections.abc import Iterator, Mapping

from pbem.engine.decision import Decision
from pbem.engine.desk import DeskChoice, DeskSubject, Edit, Said
from pbem.engine.order import Order
from pbem_maria.chapters.cards.payment import cheapest
from pbem_maria.chapters.combat.duel import seen
from pbem_maria.chapters.combat.plan import PlanItem
from pbem_maria.chapters.election import election
from pbem_maria.chapters.election.orders import CANDIDATES, ElectionOrders, Votes
from pbem_maria.chapters.politics import expedition
from pbem_maria.chapters.politics.expedition_orders import GiveWayOrders
from pbem_maria.chapters.shifts.orders import (
    ALL,
    NONE,
    PAST_NEUTRAL,
    TO_NEUTRAL,
    Cities,
    ComebackOrders,
    SaxonyOrders,
    SaxonyWish,
    WithdrawOrders,
)
from pbem_maria.chapters.winter.winter import PRICE
from pbem_maria.desk.checking import NO_PASS, PASSES, let_pass
from pbem_maria.desk.spelling import speller
from pbem_maria.position.cards import RESERVE, RESERVE_VALUES, face
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
