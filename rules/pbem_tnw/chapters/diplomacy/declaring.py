"""Carrying out a declaration of war and a change of Camp (8.33, 8.5, 14.11, 14.12)."""

from collections.abc import Iterator

from pbem.engine.problem import Problem
from pbem.engine.table import Table
from pbem_tnw.chapters.diplomacy.alliances import move_consul
from pbem_tnw.chapters.diplomacy.camps import consents, join, joiners
from pbem_tnw.chapters.diplomacy.events import ArmisticeEnded, JoinCause, JoiningRefused, WarDeclared
from pbem_tnw.chapters.diplomacy.war_brings import after_change
from pbem_tnw.chapters.diplomacy.wars import Declaration, all_joiners, declaration, taken_over
from pbem_tnw.chapters.sequence.points import left, spend
from pbem_tnw.orders.lines.lines import DeclareLine
from pbem_tnw.position.control import allied, patron, seat_of
from pbem_tnw.position.state import WarState


def declare_problems(view: WarState, nation: str, line: DeclareLine) -> Iterator[Problem]:
    """Why *nation* cannot declare that war in its Impulse, as far as it can see: consent of others is their secret."""
    found = declaration(view, nation, line.on, line.camp or "", interphase=False)
    if isinstance(found, Problem):
        yield found
    elif found.points > (have := left(view, nation, "declare")):
        args = {"nation": nation, "other": line.on, "points": found.points, "left": have}
        yield Problem("war-unpaid", ("on",), "8.33", args)


def declare_by_points(table: Table[WarState], nation: str, line: DeclareLine) -> None:
    """Declare the war of a legal line; without the consent that it needs nothing happens and nothing is paid."""
    found = declaration(table.state, nation, line.on, line.camp or "", interphase=False)
    if not isinstance(found, Problem) and agreed(table, found):
        spend(table, nation, found.points, "declare")
        declare_war(table, found)


def agreed(table: Table[WarState], declared: Declaration) -> bool:
    """Whether the members of the Camp agree to a declaration that needs it; if not, its seat learns that."""
    nation, camp = declared.nation, declared.camp
    if not declared.consent or consents(table, nation, camp):
        return True
    seat = seat_of(table.state, nation)
    table.emit(JoiningRefused(seat=seat, nation=nation, camp=camp, on=declared.on))
    return False


def declare_war(table: Table[WarState], declared: Declaration) -> None:
    """Let the war begin, with all that follows from it at once; 8.34 may enter boxes."""
    before, nation, on = table.state, declared.nation, declared.on
    joining = all_joiners(before, declared)
    table.emit(WarDeclared(nation=nation, on=on, points=declared.points, camp=declared.camp))
    if declared.ends_armistice:
        one, other = (each for each in before.board.sequence if each in (nation, declared.ends_armistice))
        table.emit(ArmisticeEnded(powers=(one, other), cause="broken"))
    for power in joining:
        join(table, power, declared.camp, "declaration")
    if declared.other_camp:
        join(table, patron(before, on), declared.other_camp, "attacked")
    if declared.taker:
        move_consul(table, on, taken_over(declared), nation=nation, cause="war")
    _settle(table, before, nation, joining)


def change_camp(table: Table[WarState], nation: str, camp: str, cause: JoinCause) -> None:
    """Let *nation* and the Powers of its seat that change with it join a Camp, with all that follows (14.11, 8.34)."""
    before = table.state
    joining = joiners(before, nation, camp)
    for power in joining:
        join(table, power, camp, cause)
    _settle(table, before, nation, joining)


def _settle(table: Table[WarState], before: WarState, nation: str, joining: tuple[str, ...]) -> None:
    """What follows when Camps have changed: Armistices of allies are over, forces part (17.2, 8.34)."""
    for each in table.state.armistices:
        if allied(table.state, *each.powers):
            table.emit(ArmisticeEnded(powers=each.powers, cause="one-camp"))
    declaring = {each for each in before.board.sequence if patron(before, each) in (nation, *joining)}
    after_change(table, before, nation, declaring)
