"""Effects that bring pieces into play: `place`, `regroup`, `refit`, `leader`."""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from pbem.engine.decision import Answers
from pbem.engine.order import Order, Problem
from pbem.engine.table import Step, Table
from pbem_tnw.chapters.cards.conditions import Playing, ResponseOccasion, nation_meant, places
from pbem_tnw.chapters.cards.given import (
    ForcedKind,
    ForcedPoints,
    generals_in_yard,
    home_bases,
    may_anchor,
    may_hold,
    most_squadrons,
    must_surrender,
    open_ports,
    place_general,
    place_squadrons,
    place_units,
    preferred,
    refit,
    refitting,
    taken_from,
)
from pbem_tnw.chapters.cards.play_rules import CARD_ROLL, carry_out, die_shows, hindrances, idle, left_open
from pbem_tnw.chapters.cards.windows import DueRoll, rolling
from pbem_tnw.chapters.land.battle_rules import LossWish, bear, bearers
from pbem_tnw.chapters.nation.attrition import Attrition, AttritionToll, toll
from pbem_tnw.chapters.nation.buying import Purchase
from pbem_tnw.chapters.nation.pieces import DiceCleared, PiecesMoved, SquadronsMoved
from pbem_tnw.chapters.nation.returning import come_back, in_box
from pbem_tnw.chapters.politics.camps import standing_of
from pbem_tnw.chapters.sea.fleets import fleet_at
from pbem_tnw.edition.board import CAPTURED, FLEETS, KILLED, REGROUP, YARD, on_map
from pbem_tnw.edition.card_words import (
    AttritionEffect,
    LeaderEffect,
    OffMapEffect,
    PlaceEffect,
    RefitEffect,
    RegroupEffect,
    TakeEffect,
    kind_placed,
)
from pbem_tnw.orders.choices import EventChoices
from pbem_tnw.orders.pieces import FleetSpot, PieceNames, PiecesWanted
from pbem_tnw.position.control import at_war, seat_of
from pbem_tnw.position.forces import generals_of, squadrons_at, units_at
from pbem_tnw.position.impulse import Pieces, Squadron
from pbem_tnw.position.state import WarState


@hindrances.register
def _cannot_place(effect: PlaceEffect, state: WarState, playing: Playing) -> Iterator[Problem]:
    nation = nation_meant(state, playing, effect.who)
    if not nation:
        yield idle(playing, "no-nation")
        return
    if effect.only_if is not None and len(playing.effects) > 1:
        return  # what comes before it may make room
    if _brought_by_the_card(playing, effect):
        return
    possible = _room(state, playing, effect, nation)
    if not possible:
        yield idle(playing, "no-room", nation=nation)
    elif effect.what == "general" and not generals_in_yard(state, nation, effect.command_max):
        yield idle(playing, "no-general", nation=nation)
    elif effect.what == "general":
        able, wished = generals_in_yard(state, nation, effect.command_max), _wished(playing, effect)
        yield from _wrong_generals(playing, wished if not set(wished) & set(able) else ())
    wrong = [each for each in _wanted(playing, effect) if each.at is not None and each.at not in possible]
    for each in wrong if possible else ():
        args = {"card": playing.card.id, "place": each.at, "possible": possible, "nation": nation}
        yield Problem("event-not-there", ("place",), "6.12", args)


@carry_out.register
def _place(effect: PlaceEffect, table: Table[WarState], playing: Playing) -> None:
    nation = nation_meant(table.state, playing, effect.who)
    for place, n in _spots(table.state, playing, effect, nation):
        if effect.what == "unit":
            place_units(table, nation, place, n)
        elif effect.what == "squadron":
            place_squadrons(table, nation, place, n, refit=1 if effect.marker == "refit" else 0)
        else:
            general = _general(table.state, playing, effect, nation)
            if general:
                place_general(table, general, place)


@left_open.register
def _placed(effect: PlaceEffect, state: WarState, playing: Playing) -> EventChoices:
    nation = nation_meant(state, playing, effect.who)
    wanted = _wanted(playing, effect)
    said = sum(each.n for each in wanted if each.at is not None)
    general = _general(state, playing, effect, nation) if effect.what == "general" else None
    named = (*playing.choices.general, *(each.general for each in wanted))
    spots = _spots(state, playing, effect, nation)[len(wanted) if said else 0 :]
    if len(_room(state, playing, effect, nation)) < 2:
        return EventChoices(general=(general,) if general and general not in named else ())
    places = tuple(PiecesWanted(what=effect.what, n=n, general=general, at=place) for place, n in spots)
    return EventChoices(place=places if said < effect.n else ())


def _room(state: WarState, playing: Playing, effect: PlaceEffect, nation: str) -> tuple[str, ...]:
    """Where the pieces may be placed: those places of the effect where no enemy forces stand."""
    named = places(state, effect.where, nation=playing.nation, chosen=nation, target=playing.place)
    suits = may_anchor if effect.what == "squadron" else may_hold
    return tuple(place for place in named if suits(state, nation, place))


def _brought_by_the_card(playing: Playing, effect: PlaceEffect) -> bool:
    """Whether the pieces go where a general stands whom the same card brings in first."""
    name = effect.where.removeprefix("with:") if isinstance(effect.where, str) else ""
    before = (getattr(each, "name", "") for each in playing.effects[: playing.at])
    return bool(name) and name in before


def _wanted(playing: Playing, effect: PlaceEffect) -> list[PiecesWanted]:
    """The entries of the sheet for this effect: those of its kind that earlier effects do not use up."""
    before = sum(
        each.n for each in playing.before(PlaceEffect) if isinstance(each, PlaceEffect) and each.what == effect.what
    )
    wanted: list[PiecesWanted] = []
    for each in playing.choices.place:
        if kind_placed(playing.effects, each.what) != effect.what:
            continue
        used = min(before, each.n)
        before -= used
        if each.n > used:
            wanted.append(PiecesWanted(what=effect.what, n=each.n - used, general=each.general, at=each.at))
    return wanted


def _spots(state: WarState, playing: Playing, effect: PlaceEffect, nation: str) -> list[tuple[str, int]]:
    """Where how many pieces go: as the sheet says, the others to the place that is preferred."""
    possible = _room(state, playing, effect, nation)
    if not possible:
        return []
    order = preferred(state, nation, possible)
    spots: list[tuple[str, int]] = []
    left = effect.n
    for each in _wanted(playing, effect):
        n = min(left, each.n)
        if n and (each.at is None or each.at in possible):
            spots.append((each.at or order[0], n))
            left -= n
    return [*spots, (order[0], left)] if left else spots


def _general(state: WarState, playing: Playing, effect: PlaceEffect, nation: str) -> str:
    possible = generals_in_yard(state, nation, effect.command_max)
    return next((one for one in _wished(playing, effect) if one in possible), possible[0] if possible else "")


def _wished(playing: Playing, effect: PlaceEffect) -> tuple[str, ...]:
    """The generals that the sheet names for this effect."""
    named = (each.general for each in _wanted(playing, effect) if each.general is not None)
    return (*playing.choices.general, *named)


def _wrong_generals(playing: Playing, generals: Iterable[str]) -> Iterator[Problem]:
    args = {"card": playing.card.id}
    yield from (Problem("event-not-that-general", ("general",), "6.12", {**args, "general": one}) for one in generals)


@hindrances.register
def _none_to_regroup(effect: RegroupEffect, state: WarState, playing: Playing) -> Iterator[Problem]:
    nation = nation_meant(state, playing, effect.who)
    if effect.name:
        if state.generals.get(effect.name, YARD) not in (REGROUP, YARD):
            yield idle(playing, "general-not-there", general=effect.name)
        elif not home_bases(state, nation):
            yield idle(playing, "no-room", nation=nation)
        return
    named = (each.general for each in playing.choices.regroup if each.general is not None)
    yield from _wrong_generals(playing, (one for one in named if state.board.leaders[one].nation != nation))
    if len(playing.effects) == 1 and not _returning(state, playing, nation, effect.n):  # "up to" may be none
        yield idle(playing, "nothing-to-regroup", nation=nation)


@carry_out.register
def _regroup(effect: RegroupEffect, table: Table[WarState], playing: Playing) -> None:
    nation = nation_meant(table.state, playing, effect.who)
    if effect.name:
        wished = [each.at for each in (*playing.choices.regroup, *playing.choices.place) if each.general == effect.name]
        bases = preferred(table.state, nation, home_bases(table.state, nation))
        place = next((at for at in wished if at is not None and at in bases), bases[0])
        place_general(table, effect.name, place, "regrouped")
        return
    come_back(table, nation, _returning(table.state, playing, nation, effect.n))


@left_open.register
def _regrouped(effect: RegroupEffect, state: WarState, playing: Playing) -> EventChoices:
    nation = nation_meant(state, playing, effect.who)
    if effect.name:
        said = any(each.general == effect.name for each in (*playing.choices.regroup, *playing.choices.place))
        bases = preferred(state, nation, home_bases(state, nation))[:1]
        coming = tuple(PiecesWanted(what="general", general=effect.name, at=place) for place in bases)
        return EventChoices(regroup=() if said else coming)
    open_ = sum(each.n for each in playing.choices.regroup if each.at is not None) < effect.n
    found = _returning(state, playing, nation, effect.n) if open_ else []
    return EventChoices(
        regroup=tuple(
            PiecesWanted(what=each.what, n=each.n, general=each.general or None, at=each.at) for each in found
        )
    )


def _returning(state: WarState, playing: Playing, nation: str, n: int) -> list[Purchase]:
    """Up to *n* pieces that may come out of the Regroup box, with the places where they go (7.7).

    First those that the sheet wants, then generals by Command, units and Squadrons.
    """
    units, generals, squadrons = in_box(state, nation)
    left = {**dict.fromkeys(generals, 1), "unit": units, "squadron": squadrons}
    bases, ports = preferred(state, nation, home_bases(state, nation)), open_ports(state, nation)
    by_default = [PiecesWanted(what="general", general=general) for general in generals]
    by_default += [PiecesWanted(what="unit", n=units), PiecesWanted(what="squadron", n=squadrons)]
    found: list[Purchase] = []
    for each in (*playing.choices.regroup, *by_default):
        rooms = ports if each.what == "squadron" else bases
        place = each.at or next(iter(rooms), "")
        best = next((general for general in generals if left[general]), "")
        general = (each.general or best) if each.general or each.what == "general" else ""
        coming = min(each.n, n, left.get(general or each.what, 0))
        if place in rooms and coming:
            found.append(
                Purchase(what="general" if general else each.what, at=place, n=coming, general=general, points=0)
            )
            left[general or each.what] -= coming
            n -= coming
    return found


@hindrances.register
def _none_to_refit(effect: RefitEffect, state: WarState, playing: Playing) -> Iterator[Problem]:
    nation = nation_meant(state, playing, effect.who)
    if len(playing.effects) == 1 and not refitting(state, nation):  # beside other effects "up to" may be none
        yield idle(playing, "nothing-to-refit", nation=nation)


@carry_out.register
def _refit(effect: RefitEffect, table: Table[WarState], playing: Playing) -> None:
    """One marker comes off each Squadron, those in the places that the sheet names first (7.7)."""
    nation = nation_meant(table.state, playing, effect.who)
    wished = playing.choices.refit
    ships = sorted(refitting(table.state, nation), key=lambda each: (each[0] not in wished, each[0]))
    for place, ship in ships[: effect.n]:
        refit(table, place, ship, "refitted")


@left_open.register
def _refitted(effect: RefitEffect, state: WarState, playing: Playing) -> EventChoices:
    there = sorted(place for place, _ in refitting(state, nation_meant(state, playing, effect.who)))
    open_ = not playing.choices.refit and len(set(there)) > 1
    return EventChoices(refit=tuple(dict.fromkeys(there[: effect.n])) if open_ else ())


@hindrances.register
def _no_general(effect: LeaderEffect, state: WarState, playing: Playing) -> Iterator[Problem]:
    if effect.fate == "enters":
        nation = nation_meant(state, playing, effect.who)
        if state.generals.get(effect.name, YARD) != YARD:
            yield idle(playing, "general-in-play", general=effect.name)
        elif not _entries(state, playing, effect, nation):
            yield idle(playing, "no-room", nation=nation)
        return
    struck = _struck(state, playing, effect)
    if not struck:
        wished = playing.choices.general
        if wished and effect.name == "chosen":
            yield from _wrong_generals(playing, wished[:1])
        else:
            yield idle(playing, "no-general-to-strike")


@carry_out.register
def _leader(effect: LeaderEffect, table: Table[WarState], playing: Playing) -> None:
    if effect.fate == "enters":
        nation = nation_meant(table.state, playing, effect.who)
        possible = preferred(table.state, nation, _entries(table.state, playing, effect, nation))
        wished = [each.at for each in playing.choices.place if each.general in (None, effect.name)]
        place = next((at for at in wished if at is not None and at in possible), possible[0])
        place_general(table, effect.name, place, "entered")
        return
    general = _struck(table.state, playing, effect)
    if effect.roll is None:
        strike(table, general, effect.fate)
        return
    due = DueRoll(purpose=CARD_ROLL, nation=playing.nation, who=general, dice=1, need=effect.roll)
    table.enter(
        *rolling(due),
        StrikeOnDie(general=general, need=effect.roll, fate=effect.fate, otherwise=effect.otherwise or ""),
    )


@left_open.register
def _entering(effect: LeaderEffect, state: WarState, playing: Playing) -> EventChoices:
    if effect.fate == "enters":
        nation = nation_meant(state, playing, effect.who)
        possible = preferred(state, nation, _entries(state, playing, effect, nation))
        said = any(each.at for each in playing.choices.place if each.general in (None, effect.name))
        coming = tuple(PiecesWanted(what="general", general=effect.name, at=place) for place in possible[:1])
        return EventChoices(place=coming if len(possible) > 1 and not said else ())
    struck = _struck(state, playing, effect) if effect.name == "chosen" and not playing.choices.general else ""
    return EventChoices(general=(struck,) if struck else ())


class StrikeOnDie(Step[WarState, Order], frozen=True):
    """A general suffers a *fate* if the die on the table is high enough, else the other one, if any (6.12)."""

    rule = "6.12"
    general: str
    need: int
    fate: str
    otherwise: str = ""

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        fate = self.fate if die_shows(table, self.need) else self.otherwise
        if fate:
            strike(table, self.general, fate)


def strike(table: Table[WarState], general: str, fate: str) -> None:
    """Take a general out of the game, or into the Regroup box."""
    to = KILLED if fate == "killed" else REGROUP
    start = table.state.generals.get(general, YARD)
    table.emit(PiecesMoved(start=start, to=to, pieces=Pieces(generals=(general,)), cause=f"card-{fate}", rule="6.12"))


def _entries(state: WarState, playing: Playing, effect: LeaderEffect, nation: str) -> tuple[str, ...]:
    named = places(state, effect.where, nation=playing.nation, chosen=nation, target=playing.place)
    return tuple(place for place in named if may_hold(state, nation, place))


def _struck(state: WarState, playing: Playing, effect: LeaderEffect) -> str:
    """The general that a card takes: named by it or chosen, else that of the highest Rating."""
    if effect.name != "chosen":
        return "" if state.generals.get(effect.name, YARD) in (KILLED, CAPTURED, REGROUP) else effect.name
    leaders, of = state.board.leaders, playing.choices.nation
    possible = [
        leader for name, at in state.generals.items()
        if on_map(at) and at_war(state, playing.nation, (leader := leaders[name]).nation)
        and (not of or leader.nation in of)
        and (effect.command_max is None or leader.command <= effect.command_max)
    ]  # fmt: skip
    if playing.choices.general:
        return next((one for one in playing.choices.general if any(each.id == one for each in possible)), "")
    return min(possible, key=lambda leader: (-leader.battle, leader.name)).id if possible else ""


WORDS = ("self", "self_power", "enemy", "ally", "chosen", "receiver", "target")


def force_of(state: WarState, playing: Playing) -> Pieces:
    """The force that gave the occasion: of the Formation that moves as much as stands there still (part 3, `force`)."""
    formation = state.going_on.formation
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


@left_open.register
def _sent_off(effect: OffMapEffect, state: WarState, playing: Playing) -> EventChoices:
    there = _sailing(state, nation_meant(state, playing, effect.who))
    said = any(spot.at in dict(there) for spot in playing.choices.send)
    least, _ = effect.least_and_most
    return EventChoices(send=() if said else tuple(FleetSpot(at=place, n=least) for place, _ in there[:1]))


def _sailing(state: WarState, nation: str) -> list[tuple[str, int]]:
    """The places on the map with Squadrons of *nation* that may sail, those with most first."""
    found = [
        (place, sum(one.sails for one in squadrons_at(state, place, (nation,))))
        for place in state.squadrons if on_map(place)
    ]  # fmt: skip
    return sorted((each for each in found if each[1]), key=lambda each: (-each[1], each[0]))


STORM = "storm"
"""The purpose of the dice for Squadrons."""


@hindrances.register
def _no_attrition(effect: AttritionEffect, state: WarState, playing: Playing) -> Iterator[Problem]:
    if effect.pieces == ("squadron",):
        if not fleet_of(state, playing):
            yield idle(playing, "no-force")
    elif (effect.force is not None or len(playing.effects) == 1) and not any(tolls(state, playing, effect)):
        yield idle(playing, "no-forces-there")  # in duchies that a card names it is no more than a part of it


@carry_out.register
def _attrition(effect: AttritionEffect, table: Table[WarState], playing: Playing) -> None:
    if effect.pieces == ("squadron",):
        ships = fleet_of(table.state, playing)
        due = DueRoll(purpose=STORM, nation=playing.acting, who=playing.place, dice=len(ships))
        worn = RefitOnDice(place=playing.place, nation=playing.acting, lost_on=effect.lost_on)
        table.enter(*rolling(due), worn)
    else:
        table.enter(*(Attrition(toll=each) for each in tolls(table.state, playing, effect)))


def tolls(state: WarState, playing: Playing, effect: AttritionEffect) -> Iterator[AttritionToll]:
    """The forces that suffer, one duchy after the other; in duchies that the card names their Flags, too (6.17)."""
    if effect.force is not None:
        pieces = force_of(state, playing)
        if pieces:
            yield AttritionToll(place=playing.place, pieces=pieces, lost_on=effect.lost_on)
        return
    for place in places(state, effect.where, nation=playing.nation, target=playing.place):
        suffering = (nation for nation in state.board.sequence if _suffers(state, playing, effect, nation))
        due = toll(state, place, tuple(suffering), effect.lost_on, flags=True)
        if due is not None:
            yield due


def _suffers(state: WarState, playing: Playing, effect: AttritionEffect, nation: str) -> bool:
    """Whether forces of *nation* are among those that the card hits."""
    who = effect.who
    if who is None:
        return True
    if who == "enemy":
        return at_war(state, playing.nation, nation)
    if who.startswith("not_"):
        return nation != who.removeprefix("not_")
    return at_war(state, who.removeprefix("enemy_of_"), nation)


def fleet_of(state: WarState, playing: Playing) -> tuple[Squadron, ...]:
    """The Fleet that has just sailed into the zone."""
    return fleet_at(state, playing.acting, playing.place)


class RefitOnDice(Step[WarState, Order], frozen=True):
    """Each Squadron of *nation* takes a Refit marker on its die of 1 to *lost_on* (part 3, `attrition`)."""

    rule = "6.14"
    place: str
    nation: str
    lost_on: int

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        rolled = table.state.going_on.rolled
        faces = rolled[-1].faces if rolled else ()
        ships = fleet_at(table.state, self.nation, self.place)
        hit = ships[: sum(face <= self.lost_on for face in faces)]
        table.emit(DiceCleared())
        if hit:
            become = tuple(replace(one, refit=one.refit + 1) for one in hit)
            table.emit(
                SquadronsMoved(
                    start=self.place, to=self.place, squadrons=hit, become=become, cause="storm", rule="6.14"
                )
            )
