"""The lines of an Impulse of diplomacy (8)."""

from collections.abc import Mapping

from pbem_tnw.chapters.diplomacy.consul_lines import (
    consul_problems,
    flip_problems,
    move_by_points,
    turn_by_points,
)
from pbem_tnw.chapters.diplomacy.declaring import declare_by_points, declare_problems
from pbem_tnw.chapters.line_rules import LineRules
from pbem_tnw.orders.lines.lines import ConsulLine, DeclareLine, FlipLine

DIPLOMACY_LINES: Mapping[type, LineRules] = {
    ConsulLine: LineRules(consul_problems, move_by_points),
    FlipLine: LineRules(flip_problems, turn_by_points),
    DeclareLine: LineRules(declare_problems, declare_by_points),
}
"""The lines of this chapter."""
