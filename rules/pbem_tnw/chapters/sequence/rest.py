"""What becomes of points that are left (2.2, `rest`; 2.6): each use as a line that the sheet could have had."""

from collections.abc import Iterator

from pbem_tnw.chapters.sequence.lines import line_problems
from pbem_tnw.orders.lines.lines import (
    AssaultLine,
    BuildLine,
    EndWarLine,
    FlagLine,
    FlagPlaces,
    OrderLine,
    RefitLine,
    RegroupLine,
    RestItem,
)
from pbem_tnw.orders.lines.pieces import FleetSpot, PiecesWanted
from pbem_tnw.position.control import homes
from pbem_tnw.position.forces import generals_at, units_at
from pbem_tnw.position.places import REGROUP
from pbem_tnw.position.state import WarState


def line_of(view: WarState, nation: str, item: RestItem) -> OrderLine | None:
    """The line by which *nation* once uses points as *item* says, at the first place where it can, if at any."""
    for line in lines_for(view, nation, item):
        if not any(problem.stops for problem in line_problems(view, nation, line)):
            return line
    return None


def lines_for(view: WarState, nation: str, item: RestItem) -> Iterator[OrderLine]:
    """The lines that use points once as *item* says, whether they can be carried out or not, the best first."""
    match item.use:
        case "unit":
            yield from (
                BuildLine(pieces=(PiecesWanted(what="unit", at=at),)) for at in item.at or unit_places(view, nation)
            )
        case "squadron":
            yield from (
                BuildLine(pieces=(PiecesWanted(what="squadron", at=at),)) for at in item.at or _ports(view, nation)
            )
        case "general":
            places = item.at or unit_places(view, nation)
            yield from (BuildLine(pieces=(PiecesWanted(what="general", general=item.general, at=at),)) for at in places)
        case "flag":
            yield from (FlagLine(at=FlagPlaces((at,))) for at in item.at) if item.at else (FlagLine(),)
        case "regroup":
            yield from _regroup(view, nation, item)
        case "refit":
            fleets = item.at or tuple(at for at, there in view.squadrons.items() if any(
                one.nation == nation and one.refit for one in there
            ))  # fmt: skip
            yield from (RefitLine(at=(FleetSpot(at=at, n=1),)) for at in fleets)
        case "end_war":
            yield from (EndWarLine(war=war.card) for war in view.wars if war.nation == nation)
        case "assault":
            yield from (AssaultLine(at=at) for at in item.at) if item.at else (AssaultLine(),)


def _regroup(view: WarState, nation: str, item: RestItem) -> Iterator[OrderLine]:
    """Pieces out of the Regroup box: generals by their Command, units, Squadrons."""
    leaders = view.board.leaders
    generals = [one for one in generals_at(view, REGROUP) if leaders[one].nation == nation]
    pieces = [PiecesWanted(what="general", general=one) for one in generals]
    pieces += [PiecesWanted(what="unit")] if units_at(view, REGROUP).get(nation) else []
    pieces += [PiecesWanted(what="squadron")] if any(
        one.nation == nation for one in view.squadrons.get(REGROUP, ())
    ) else []  # fmt: skip
    for piece in pieces:
        for at in item.at or (None,):
            yield RegroupLine(pieces=(PiecesWanted(what=piece.what, general=piece.general, at=at),))


def unit_places(view: WarState, nation: str) -> tuple[str, ...]:
    """Where units are built by default: in the capital, else in the Home duchy with most own units (2.6)."""
    capitals = view.board.nations[nation].capitals
    others = sorted(
        (home for home in homes(view, nation) if home not in capitals),
        key=lambda home: (-units_at(view, home).get(nation, 0), home),
    )
    return (*capitals, *others)


def _ports(view: WarState, nation: str) -> tuple[str, ...]:
    return tuple(home for home in homes(view, nation) if view.board.duchies[home].is_port)
