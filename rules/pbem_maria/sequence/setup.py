"""The set-up (4, 14)."""

from collections.abc import Iterator, Mapping

from pbem.engine.decision import Answers, Decision, SoFar, by_seat
from pbem.engine.edition import Unplayable
from pbem.engine.order import Order, Problem, Weight
from pbem.engine.table import Step, Table
from pbem_maria.chapters import standing
from pbem_maria.chapters.cards import DecksLaidOut, draw
from pbem_maria.chapters.conquest import MarkerLaid
from pbem_maria.chapters.pieces import Placed, PlacedOffMap, TroopsDivided
from pbem_maria.chapters.politics import PoliticsStacked, TracksLaid
from pbem_maria.chapters.standing import keep
from pbem_maria.chapters.turn import EditionChanged, GameBegan
from pbem_maria.chapters.victory import ElectorHeld, PoolsFilled
from pbem_maria.edition.armies import Power
from pbem_maria.edition.edition import Edition, known, named
from pbem_maria.orders.stage import SetUpOrders
from pbem_maria.position.state import MAXIMUM, State
from pbem_maria.position.theatre import STAGES, theatre
from pbem_maria.sequence.turn import Turn
from pbem_maria.settings import INTRODUCTORY, MariaSettings


def move(table: Table[State], settings: MariaSettings) -> None:
    """Change the game at *table* to the edition of *settings*; raises `Unplayable`.

    The new one may have other roads, names, fortresses and numbers, but must have every city, piece and card of the old
    one: what is on the board must have its place.
    """
    new = named(settings.edition)
    missing = sorted(set(_things(known(table.state.edition))) - set(_things(new)))
    if missing:
        raise Unplayable(f"the new edition lacks what the old one has: {', '.join(missing)}")
    table.emit(EditionChanged(edition=new.key))


def _things(edition: Edition) -> Iterator[str]:
    """Everything that a position may speak of, by its kind and id."""
    yield from (f"city {city}" for city in edition.board().cities)
    yield from (f"power {power}" for power in edition.powers)
    yield from (f"general {general}" for general in edition.generals)
    yield from (f"train {train}" for train in edition.trains)
    yield from (f"political card {card}" for card in edition.political_cards)
    for track in edition.tracks.tracks:
        yield from (f"box {box.box} of {track.id}" for box in track.boxes)
    yield from (f"deck {deck}" for deck in edition.tactical_cards.decks)


KEY = "0.set-up"


class LayOut(Step[State, Order], frozen=True):
    """Pieces, markers and decks are laid out, for all to see."""

    rule = "4"

    def run(self, table: Table[State], answers: Answers[Order]) -> None:
        table.leave()
        table.emit(GameBegan(edition=table.state.edition))
        place = table.state.theatre
        if place.is_advanced:
            table.emit(PoolsFilled(pools={power: place.powers[power].pool for power in place.majors}))
        extra = place.is_advanced and table.state.options.silesia_markers == "extra"
        for power, cities in place.edition.armies.start.silesia.items():
            for city in cities:
                table.emit(MarkerLaid(city=city, power=power, extra=extra))
        pieces = [(general.id, general.city) for general in place.generals.values()]
        pieces += [(train.id, train.city) for train in place.trains.values()]
        for piece, start in pieces:
            if start is not None:
                table.emit(Placed(piece=piece, city=start))
        for general in place.generals.values():
            if general.box is not None:
                table.emit(PlacedOffMap(general=general.id, box=general.box))
        table.emit(DecksLaidOut(decks=place.edition.tactical_cards.decks))
        if place.is_advanced:
            lay_out_politics(table)


def lay_out_politics(table: Table[State]) -> None:
    """The elector markers and the tracks (4)."""
    state = table.state
    edition = state.theatre.edition
    for power, cities in edition.armies.start.electors.items():
        for city in cities:
            table.emit(ElectorHeld(city=city, power=power))
    table.emit(TracksLaid(markers={track.id: track.star for track in edition.tracks.tracks}))


def stack_politics(table: Table[State]) -> None:
    """Shuffle the packets of political cards and stack them, the first year on top (4)."""
    edition = table.state.theatre.edition
    packets: dict[int, list[str]] = {}
    for card in edition.politics.cards:
        packets.setdefault(card.year, []).append(card.id)
    cards = tuple(card for year in sorted(packets) for card in table.shuffle(f"packet {year}", packets[year]))
    table.emit(PoliticsStacked(cards=cards))


class SetUp(Step[State, SetUpOrders], frozen=True):
    """Each player secretly divides its powers' troops; then the political cards are shuffled, the opening hands drawn.

    Nothing is drawn before: every draw follows from the players' words of chance, too, which come with these sheets.
    """

    rule = "4"

    def ask(self, state: State, so_far: SoFar[SetUpOrders]) -> tuple[Decision[SetUpOrders], ...]:
        seats = dict.fromkeys(state.seats.values())
        return tuple(
            Decision(
                key=KEY,
                seat=seat,
                takes=SetUpOrders,
                due=STAGES,
                default=SetUpOrders(troops=fair_division(state, seat)),
            )
            for seat in seats
        )

    def check(self, view: State, decision: Decision[SetUpOrders], order: SetUpOrders) -> Iterator[Problem]:
        own = [view.theatre.powers[power] for power in view.powers_of(decision.seat)]
        mine = {general.id for power in own for general in power.generals}
        for general in order.troops:
            if general not in mine:
                yield Problem("not-your-general", ("troops", general), "4", {"general": general})
        if order.troops:
            yield from _wrong_divisions(own, order, fair_division(view, decision.seat))
        else:
            yield Problem("no-troops-given", ("troops",), "4")
        yield from standing.check(view, decision.seat, order)

    def run(self, table: Table[State], answers: Answers[SetUpOrders]) -> None:
        table.leave()
        state = table.state
        said = by_seat(answers)
        for seat in dict.fromkeys(state.seats.values()):
            answer = said.get(seat)
            if answer is not None:
                troops = {**fair_division(state, seat), **answer.troops}
                for power in state.powers_of(seat):
                    _divide(table, seat, state.theatre.powers[power], troops)
                keep(table, seat, answer)
        if state.theatre.is_advanced:
            stack_politics(table)
        for army in state.theatre.powers.values():
            draw(table, army.id, army.hand)
        table.enter(Turn(turn=1))


def _wrong_divisions(own: list[Power], order: SetUpOrders, offered: Mapping[str, int]) -> Iterator[Problem]:
    """What is wrong with the troops of each power; a general that is not named gets what the form *offered*."""
    rest: dict[str, int] = {}
    for power in own:
        for general in power.generals:
            number = order.troops.get(general.id, general.minimum)
            if not general.minimum <= number <= MAXIMUM:
                limits = {"general": general.id, "number": number, "minimum": general.minimum, "maximum": MAXIMUM}
                yield Problem("troops-out-of-range", ("troops", general.id), "4", limits)
        left = {general.id: offered[general.id] for general in power.generals if general.id not in order.troops}
        named = sum(order.troops.get(general.id, 0) for general in power.generals)
        if named + sum(left.values()) == power.troops:
            rest |= left
        elif left:
            sums = {"power": power.id, "given": named, "total": power.troops, "rest": left}
            yield Problem("troops-left-over", ("troops",), "4", sums)
        else:
            sums = {"power": power.id, "given": named, "total": power.troops}
            yield Problem("wrong-troop-total", ("troops",), "4", sums)
    if rest:
        yield Problem("rest-as-offered", ("troops",), "4", {"rest": rest}, Weight.unwise)


def _divide(table: Table[State], seat: str, power: Power, troops: Mapping[str, int]) -> None:
    """Give the generals on the map their troops; those of the absent ones take no part (14)."""
    present = {g.id: troops[g.id] for g in power.generals if g.id in table.state.at or g.id in table.state.off_map}
    total = sum(present.values())
    table.emit(TroopsDivided(seat=seat, power=power.id, total=total, why="set-up", troops=present))


def worked_division(state: State, seat: str) -> dict[str, int]:
    """Another legal division for *seat*, as an example: one troop goes to a general that takes part."""
    troops = fair_division(state, seat)
    for power in state.powers_of(seat):
        generals = sorted(state.theatre.powers[power].generals, key=lambda general: general.id not in state.at)
        gives = next((one.id for one in reversed(generals) if troops[one.id] > one.minimum), None)
        able = (one.id for one in generals if one.id in state.at and troops[one.id] < MAXIMUM)
        takes = next((one for one in able if one != gives), None)
        if gives and takes:
            return {**troops, gives: troops[gives] - 1, takes: troops[takes] + 1}
    return troops


def fair_division(state: State, seat: str) -> dict[str, int]:
    """The troops of each power of *seat* spread evenly over its minima: the form's suggestion."""
    troops: dict[str, int] = {}
    for power in state.powers_of(seat):
        army = state.theatre.powers[power]
        share = {general.id: general.minimum for general in army.generals}
        for _ in range(army.troops - sum(share.values())):
            least = min((g for g in share if share[g] < MAXIMUM), key=lambda g: share[g])
            share[least] += 1
        troops.update(share)
    return troops


def start(settings: MariaSettings) -> State:
    """The empty board, its flow at the set-up (4)."""
    edition = named(settings.edition)
    place = theatre(edition.key, settings.game)
    return State(
        edition=edition.key,
        scenario=settings.game,
        two_players=settings.two_players,
        options=settings.options,
        seats={power.id: _seat(edition, settings, power) for power in place.powers.values()},
        hussars=(None,) * sum(power.hussars for power in place.powers.values()),
        totals=dict.fromkeys(place.powers, 0),
        flow=(SetUp(), LayOut()),
    )


def _seat(edition: Edition, settings: MariaSettings, power: Power) -> str:
    """The seat that runs *power* at the start (1, 24)."""
    if not settings.two_players:
        return power.player
    forms = edition.armies.two_players
    sides = forms.introductory if settings.game == INTRODUCTORY else forms.advanced
    return "maria-theresa" if power.id in sides.b else "coalition"
