"""The lines of Fleets and of what they carry (13)."""

from collections.abc import Mapping

from pbem_tnw.chapters.line_rules import LineRules
from pbem_tnw.chapters.naval import attacks, sailing
from pbem_tnw.chapters.transport import embarking, landing
from pbem_tnw.orders.lines.lines import AttackLine, EmbarkLine, LandLine, SailLine

SEA_LINES: Mapping[type, LineRules] = {
    SailLine: LineRules(problems=sailing.problems, carry_out=sailing.carry_out, foreseen=sailing.foreseen),
    AttackLine: LineRules(problems=attacks.problems, carry_out=attacks.carry_out),
    EmbarkLine: LineRules(problems=embarking.problems, carry_out=embarking.carry_out),
    LandLine: LineRules(problems=landing.problems, carry_out=landing.carry_out),
}
