"""Effects that take pieces away: `take`, `off_map`, and Squadrons worn by a storm (6.12, 6.14)."""

from collections.abc import Iterator

from pbem.engine.decision import Answers
from pbem.engine.order import Order
from pbem.engine.problem import Problem
from pbem.engine.step import Step
from pbem.engine.table import Table
from pbem_tnw.chapters.battle.losses import LossWish, bear, bearers
from pbem_tnw.chapters.cards.effects.rules import CARD_ROLL, carry_out, die_shows, hindrances, idle
from pbem_tnw.chapters.cards.forced import ForcedKind, ForcedPoints, must_surrender
from pbem_tnw.chapters.cards.given import most_squadrons, taken_from
from pbem_tnw.chapters.cards.occasion import ResponseOccasion
from pbem_tnw.chapters.cards.playing import Playing, nation_meant
from pbem_tnw.chapters.dice.rolls import DueRoll, rolling
from pbem_tnw.chapters.diplomacy.removals import standing_of
from pbem_tnw.chapters.pieces.events import PiecesMoved, SquadronsMoved
from pbem_tnw.edition.card_words import OffMapEffect, TakeEffect
from pbem_tnw.orders.lines.pieces import PieceNames
from pbem_tnw.position.control import seat_of
from pbem_tnw.position.forces import generals_of, squadrons_at, units_at
from pbem_tnw.position.pieces import Pieces
from pbem_tnw.position.places import FLEETS, REGROUP, YARD, on_map
from pbem_tnw.position.state import WarState

WORDS = ("self", "self_power", "enemy", "ally", "chosen", "receiver", "target")


def force_of(state: WarState, playing: Playing) -> Pieces:
    """The force that gave the occasion: of the Formation that moves as much as stands there still (part 3, `force`)."""
    formation = None if state.impulse is None else state.impulse.formation
    there = units_at(state, playing.place)
    if formation is None or formation.place != playing.place:
        return Pieces(
            units={one: n for one, n in there.items() if one == playing.acting},
            generals=generals_of(state, playing.place, (playing.acting,)),
        )
    units = {one: min(n, there.get(one, 0)) for one, n in formation.pieces.units.items()}
    generals = tuple(one for one in formation.pieces.generals if state.generals.get(one) == playing.place)
    return Pieces(units={one: n for one, n in units.items() if n}, generals=generals)


def away(effect: TakeEffect) -> str:
    """Where the pieces go: the yard for what is eliminated, or the Regroup box."""
    return REGROUP if effect.to == "regroup" else YARD


@hindrances.register
def _nothing_to_take(effect: TakeEffect, state: WarState, playing: Playing) -> Iterator[Problem]:
    nation = nation_meant(state, playing, effect.who)
    if not nation:
        yield idle(playing, "no-nation")
    elif effect.who in WORDS and effect.where == "target" and not force_of(state, playing).strength:
        yield idle(playing, "no-force")


@carry_out.register
def _take(effect: TakeEffect, table: Table[WarState], playing: Playing) -> None:
    if effect.roll is not None:
        due = DueRoll(purpose=CARD_ROLL, nation=playing.nation, who=playing.card.id, dice=1, need=effect.roll)
        table.enter(*rolling(due), TakeOnDie(card=playing.card.id, acting=playing.acting, place=playing.place))
        return
    take(effect, table, playing)


class TakeOnDie(Step[WarState, Order], frozen=True):
    """The force at *place* is taken if the die on the table is as high as *card* wants (part 3, `take`)."""

    rule = "6.14"
    card: str
    acting: str
    place: str

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        card = table.state.board.cards[self.card]
        for effect in card.effects:
            if isinstance(effect, TakeEffect) and effect.roll is not None and die_shows(table, effect.roll):
                occasion = ResponseOccasion(trigger="step", nation=self.acting, place=self.place)
                take(effect, table, Playing(nation=self.acting, card=card, occasion=occasion, effects=card.effects))


def take(effect: TakeEffect, table: Table[WarState], playing: Playing) -> None:
    """Take the pieces of an effect away; their owner has chosen in advance which."""
    nation = nation_meant(table.state, playing, effect.who)
    if effect.what == "force":
        _move(table, playing.place, away(effect), force_of(table.state, playing), "card-force")
    elif effect.where == "target":
        _from_force(table, playing, effect)
    elif effect.what != "general" and effect.n != "all":
        taken = _take_anywhere(effect, table, nation, effect.n)
        if taken < effect.n and effect.who not in WORDS:
            kind: ForcedKind = "unit" if effect.what == "unit" else "squadron"
            if ForcedPoints(table, nation, playing.card.id).build(kind, effect.n - taken) < effect.n - taken:
                must_surrender(table, nation, playing.card.id)


def _take_anywhere(effect: TakeEffect, table: Table[WarState], nation: str, n: int) -> int:
    """Take up to *n* units or Squadrons of a nation wherever its owner likes; gives back how many there were."""
    for taken in range(n):
        place = _source(effect, table.state, nation)
        if not place:
            return taken
        if effect.what == "unit":
            _move(table, place, away(effect), Pieces(units={nation: 1}), "card-lost")
        else:
            worst = max(squadrons_at(table.state, place, (nation,)), key=lambda one: (one.build, one.refit))
            table.emit(
                SquadronsMoved(start=place, to=away(effect), squadrons=(worst,), cause="card-lost", rule="6.12")
            )  # fmt: skip
    return n


def _source(effect: TakeEffect, state: WarState, nation: str) -> str:
    """From where the next piece is taken; from the Regroup box only what is not on the map."""
    if effect.what == "unit":
        regroup = REGROUP if state.units.get(REGROUP, {}).get(nation) and effect.to != "regroup" else ""
        return next(taken_from(state, nation), regroup)
    regroup = REGROUP if squadrons_at(state, REGROUP, (nation,)) and effect.to != "regroup" else ""
    return next(iter(most_squadrons(state, nation)), regroup)


def _from_force(table: Table[WarState], playing: Playing, effect: TakeEffect) -> None:
    """Take units of the force that gave the occasion, as its owners' orders of loss say (2.3, row 10)."""
    state, pieces = table.state, force_of(table.state, playing)
    n = pieces.strength if effect.n == "all" else effect.n
    (lost,) = bear(bearers(state, pieces.units, loss_orders(state, pieces)), n, pieces.units)
    _move(table, playing.place, away(effect), Pieces(units=lost), "card-lost")


def loss_orders(state: WarState, pieces: Pieces) -> dict[str, LossWish]:
    """What the seats with *pieces* say of losses by their standing orders."""
    found = {}
    for nation in pieces.units:
        orders = standing_of(state, nation)
        found[seat_of(state, nation)] = LossWish(
            nations=orders.losses or (), generals=orders.generals or PieceNames()
        )  # fmt: skip
    return found


def _move(table: Table[WarState], start: str, to: str, pieces: Pieces, cause: str) -> None:
    if pieces:
        table.emit(PiecesMoved(start=start, to=to, pieces=pieces, cause=cause, rule="6.12"))


@hindrances.register
def _no_fleet(effect: OffMapEffect, state: WarState, playing: Playing) -> Iterator[Problem]:
    nation = nation_meant(state, playing, effect.who)
    least, _ = effect.least_and_most
    if sum(n for _, n in _sailing(state, nation)) < least:
        yield idle(playing, "no-squadrons", nation=nation)


@carry_out.register
def _off_map(effect: OffMapEffect, table: Table[WarState], playing: Playing) -> None:
    """Squadrons that may sail go off the map: those that the sheet names, else as few as may be from where most lie."""
    nation = nation_meant(table.state, playing, effect.who)
    least, most = effect.least_and_most
    there = dict(_sailing(table.state, nation))
    wanted = [
        (spot.at, there[spot.at] if spot.n is None else spot.n) for spot in playing.choices.send if spot.at in there
    ]
    left = most
    for place, n in wanted or [(next(iter(there)), least)]:
        going = min(n, left, there[place])
        left -= going
        ships = [one for one in squadrons_at(table.state, place, (nation,)) if one.sails][:going]
        if ships:
            table.emit(SquadronsMoved(start=place, to=FLEETS, squadrons=tuple(ships), cause="off-map", rule="6.13"))


def _sailing(state: WarState, nation: str) -> list[tuple[str, int]]:
    """The places on the map with Squadrons of *nation* that may sail, those with most first."""
    found = [
        (place, sum(one.sails for one in squadrons_at(state, place, (nation,))))
        for place in state.squadrons if on_map(place)
    ]  # fmt: skip
    return sorted((each for each in found if each[1]), key=lambda each: (-each[1], each[0]))
