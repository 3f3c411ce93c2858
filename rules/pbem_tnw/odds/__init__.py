"""Odds: exact distributions of what dice decide, worked out from numbers alone."""
