"""Tables of the advanced game for tests of single rules."""

from typing import Any

from pbem.engine.play import play, policies
from pbem.engine.table import Table
from pbem_maria.fixture.markers import MarkerSide
from pbem_maria.fixture.position import GivenPosition, Stand
from pbem_maria.orders.ruling import HolderRuled
from pbem_maria.ruleset import MARIA
from pbem_maria.settings import seats


def laid(**given: Any) -> Table:
    """A table of the advanced game at the position *given*, its flow empty; powers stand for themselves in boxes."""
    if "boxes" in given:
        given["boxes"] = {box: HolderRuled(power) for box, power in given["boxes"].items()}
    if "electors" in given:
        given["electors"] = {city: MarkerSide(power) for city, power in given["electors"].items()}
    stands = {piece: Stand(*stand) for piece, stand in given.pop("pieces", {}).items()}
    position = GivenPosition(scenario="advanced", at="tracks", pieces=stands, **given)
    table = Table(MARIA.start(position.settings()), seats(position.settings()), "secret")
    position.lay_out(table)
    table.leave()
    table.close("given", {})
    return table


def played(table: Table) -> Table:
    """The table after all steps that need no answer."""
    play(table, [policies(MARIA.policies)])
    return table
