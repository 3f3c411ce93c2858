"""Effects that bring pieces into play: `place`, `regroup`, `refit`, `leader`."""

from collections.abc import Iterator

from pbem.engine.decision import Answers
from pbem.engine.order import Order
from pbem.engine.problem import Problem
from pbem.engine.step import Step
from pbem.engine.table import Table
from pbem_tnw.chapters.builds.buying import Purchase
from pbem_tnw.chapters.builds.returning import come_back, in_box
from pbem_tnw.chapters.cards.effects.rules import CARD_ROLL, carry_out, die_shows, hindrances, idle
from pbem_tnw.chapters.cards.given import (
    generals_in_yard,
    home_bases,
    may_anchor,
    may_hold,
    open_ports,
    place_general,
    place_squadrons,
    place_units,
    preferred,
    refit,
    refitting,
)
from pbem_tnw.chapters.cards.playing import Playing, nation_meant
from pbem_tnw.chapters.cards.spots import places
from pbem_tnw.chapters.dice.rolls import DueRoll, rolling
from pbem_tnw.chapters.pieces.events import PiecesMoved
from pbem_tnw.edition.card_words import LeaderEffect, PlaceEffect, RefitEffect, RegroupEffect
from pbem_tnw.orders.lines.pieces import PiecesWanted
from pbem_tnw.position.control import at_war
from pbem_tnw.position.pieces import Pieces
from pbem_tnw.position.places import CAPTURED, KILLED, REGROUP, YARD, on_map
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
    for each in (one for one in playing.choices.place if one.what == effect.what):
        used = min(before, each.n)
        before -= used
        if each.n > used:
            wanted.append(PiecesWanted(what=each.what, n=each.n - used, general=each.general, at=each.at))
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
    named = [each.general for each in _wanted(playing, effect) if each.general is not None]
    wished = (*playing.choices.general, *named)
    return next((one for one in wished if one in possible), possible[0] if possible else "")


@hindrances.register
def _none_to_regroup(effect: RegroupEffect, state: WarState, playing: Playing) -> Iterator[Problem]:
    nation = nation_meant(state, playing, effect.who)
    if effect.name:
        if state.generals.get(effect.name, YARD) not in (REGROUP, YARD):
            yield idle(playing, "general-not-there", general=effect.name)
        elif not home_bases(state, nation):
            yield idle(playing, "no-room", nation=nation)
    elif len(playing.effects) == 1 and not _returning(state, playing, nation, effect.n):  # "up to" may be none
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
            args = {"card": playing.card.id, "general": wished[0], "command_max": effect.command_max}
            yield Problem("event-not-that-general", ("general",), "6.12", args)
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
    """The general that a card takes: the one it names, else the one chosen, else that of the highest Rating."""
    if effect.name != "chosen":
        return "" if state.generals.get(effect.name, YARD) in (KILLED, CAPTURED, REGROUP) else effect.name
    leaders = state.board.leaders
    possible = [
        leader for name, at in state.generals.items()
        if on_map(at) and at_war(state, playing.nation, (leader := leaders[name]).nation)
        and (effect.command_max is None or leader.command <= effect.command_max)
    ]  # fmt: skip
    if playing.choices.general:
        return next((one for one in playing.choices.general if any(each.id == one for each in possible)), "")
    return min(possible, key=lambda leader: (-leader.battle, leader.name)).id if possible else ""
