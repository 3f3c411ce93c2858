"""Fleets: sailing, attacks, transport (13)."""
