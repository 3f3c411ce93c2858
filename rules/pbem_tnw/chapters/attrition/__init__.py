"""Attrition, Flags and shipbuilding at the end of the Rounds, Attrition by events (5.6, 6.17)."""
