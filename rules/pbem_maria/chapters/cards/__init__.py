"""Tactical cards, subsidies and subsidy contracts (8, 20)."""
