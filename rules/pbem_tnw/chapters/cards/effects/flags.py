"""Effects on Flags and marches without war: `flag`, `move_force` (7.4, 8.33)."""

from collections.abc import Iterator

from pbem.engine.problem import Problem
from pbem.engine.table import Table
from pbem_tnw.chapters.builds.flags import flags_left
from pbem_tnw.chapters.cards.effects.rules import carry_out, hindrances, idle
from pbem_tnw.chapters.cards.playing import Playing, nation_meant
from pbem_tnw.chapters.cards.spots import places
from pbem_tnw.chapters.movement.steps import wrong_with_crossing
from pbem_tnw.chapters.naval.put_to_sea import change_flags
from pbem_tnw.chapters.pieces.events import FlagChanged, PiecesMoved
from pbem_tnw.edition.card_words import AttritionEffect, FlagEffect, MoveForceEffect
from pbem_tnw.orders.lines.event_choices import MarchChoice
from pbem_tnw.position.control import allied, at_war, controller, friendly, owner
from pbem_tnw.position.forces import enemies_at, generals_of, links
from pbem_tnw.position.pieces import Pieces
from pbem_tnw.position.state import WarState


@hindrances.register
def _no_flag(effect: FlagEffect, state: WarState, playing: Playing) -> Iterator[Problem]:
    possible = flaggable(state, playing, effect)
    if effect.only_if is not None and len(playing.effects) > 1:
        return  # what comes before it may make it possible
    if not possible:
        yield idle(playing, "no-flag")
    else:
        for duchy in playing.choices.flag:
            if duchy not in possible:
                args = {"card": playing.card.id, "place": duchy, "possible": possible}
                yield Problem("event-no-flag-there", ("flag",), "7.4", args)


@carry_out.register
def _flag(effect: FlagEffect, table: Table[WarState], playing: Playing) -> None:
    nation = _flagging(table.state, playing, effect)
    for _ in range(effect.n):
        possible = flaggable(table.state, playing, effect)
        duchy = next((each for each in (*playing.choices.flag, *possible) if each in possible), "")
        if duchy:
            ours = allied(table.state, nation, owner(table.state, duchy))
            _change(table, playing, nation, duchy, nation if effect.way == "place" and not ours else "")


def flaggable(state: WarState, playing: Playing, effect: FlagEffect) -> tuple[str, ...]:
    """Where the effect may place or remove a Flag: Keys first, then in the order of names."""
    nation = _flagging(state, playing, effect)
    named = places(state, effect.where, nation=playing.nation, chosen=nation, target=playing.place)
    duchies = state.board.duchies
    if effect.way == "remove":
        found = [one for one in named if one in state.flags and at_war(state, nation, state.flags[one])]
    else:
        found = [one for one in named if one in duchies and _may_flag(state, nation, one)]
    carried_out = bool(state.laid) and state.laid[-1].card == playing.card.id
    worn = not carried_out and any(True for _ in playing.before(AttritionEffect))  # it may clear the way
    open_to = [one for one in found if not duchies[one].strength and (worn or not enemies_at(state, nation, one))]
    return tuple(sorted(open_to, key=lambda one: (not duchies[one].key, duchies[one].name)))


def _flagging(state: WarState, playing: Playing, effect: FlagEffect) -> str:
    return nation_meant(state, playing, effect.who or "self")


def _may_flag(state: WarState, nation: str, duchy: str) -> bool:
    """Whether *nation* may place a Flag: not on what is Friendly to it, and only with a Flag left (7.44, 8.22)."""
    if friendly(state, nation, duchy):
        return False
    return allied(state, nation, owner(state, duchy)) or flags_left(state, nation) > 0


@hindrances.register
def _no_march(effect: MoveForceEffect, state: WarState, playing: Playing) -> Iterator[Problem]:
    march = playing.choices.march
    if march is None:
        yield Problem("event-needs-march", ("march",), "8.33", {"card": playing.card.id, "steps": effect.steps})
        return
    wrong = _wrong_march(state, playing, effect, march)
    if wrong is not None:
        yield wrong


@carry_out.register
def _march(effect: MoveForceEffect, table: Table[WarState], playing: Playing) -> None:
    """The Army goes without war; it may flag the last duchy (8.33)."""
    march, nation = playing.choices.march, playing.nation
    if march is None:
        return
    pieces = _army(table.state, playing, effect, march)
    table.emit(PiecesMoved(start=march.at, to=march.to[-1], pieces=pieces, cause="event-march", rule="8.33"))
    duchy = march.to[-1]
    if march.flag and _may_flag(table.state, nation, duchy):
        flag = "" if allied(table.state, nation, owner(table.state, duchy)) else nation
        _change(table, playing, nation, duchy, flag)


def _change(table: Table[WarState], playing: Playing, nation: str, duchy: str, flag: str) -> None:
    """Change the Flag of a duchy; Squadrons in a Port that is an enemy's now put to sea (5.61)."""
    former = controller(table.state, duchy)
    cause = playing.card.id
    change_flags(table, [FlagChanged(duchy=duchy, nation=flag, cause=cause, by=nation, former=former, rule="7.4")])


def _army(state: WarState, playing: Playing, effect: MoveForceEffect, march: MarchChoice) -> Pieces:
    """The general named, else the best there, with as many own units as are wished, or as may go along."""
    nation = playing.nation
    here = generals_of(state, march.at, (nation,))
    general = next((one for one in here if one == march.general), "") if march.general else next(iter(here), "")
    if not general:
        return Pieces()
    most = min(effect.units, state.board.leaders[general].command, state.units.get(march.at, {}).get(nation, 0))
    wished = march.units.of(nation, nation)
    units = most if wished is None else wished
    return Pieces(units={nation: units} if units else {}, generals=(general,))


def _wrong_march(state: WarState, playing: Playing, effect: MoveForceEffect, march: MarchChoice) -> Problem | None:
    """What is wrong with a march that a card pays for."""
    nation, args = playing.nation, {"card": playing.card.id, "place": march.at, "nation": playing.nation}
    pieces = _army(state, playing, effect, march)
    if not pieces.generals:
        return Problem("event-march-no-general", ("march",), "9.1", args)
    command = state.board.leaders[pieces.generals[0]].command
    there = state.units.get(march.at, {}).get(nation, 0)
    if not 0 < pieces.strength <= min(effect.units, command, there):
        most = min(effect.units, command, there)
        return Problem("event-march-units", ("march",), "9.1", {**args, "units": pieces.strength, "most": most})
    if not 0 < len(march.to) <= effect.steps:
        return Problem("event-march-steps", ("march",), "9.2", {**args, "steps": effect.steps, "n": len(march.to)})
    possible = places(state, effect.where, nation=nation)
    here = march.at
    for to in march.to:
        if to not in links(state, here):
            return Problem(
                "not-next-to", ("march",), "9.2", {"place": here, "to": to, "near": tuple(links(state, here))}
            )
        if to not in possible:
            return Problem("event-march-not-there", ("march",), "8.33", {**args, "to": to})
        for problem in wrong_with_crossing(state, nation, here, to):
            return problem
        here = to
    return None
