"""The lines of Fleets (13)."""

from collections.abc import Mapping

from pbem_tnw.chapters.line_rules import LineRules
from pbem_tnw.chapters.naval import attacks, sailing
from pbem_tnw.orders.lines.lines import AttackLine, SailLine

NAVAL_LINES: Mapping[type, LineRules] = {
    SailLine: LineRules(problems=sailing.problems, carry_out=sailing.carry_out, foreseen=sailing.foreseen),
    AttackLine: LineRules(problems=attacks.problems, carry_out=attacks.carry_out),
}
