"""Fortresses and assaults on them (12)."""
