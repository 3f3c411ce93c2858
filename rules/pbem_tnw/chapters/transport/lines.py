"""The lines `embark` and `land` (13.6, 13.7)."""

from collections.abc import Mapping

from pbem_tnw.chapters.line_rules import LineRules
from pbem_tnw.chapters.transport import embarking, landing
from pbem_tnw.orders.lines.lines import EmbarkLine, LandLine

TRANSPORT_LINES: Mapping[type, LineRules] = {
    EmbarkLine: LineRules(problems=embarking.problems, carry_out=embarking.carry_out),
    LandLine: LineRules(problems=landing.problems, carry_out=landing.carry_out),
}
