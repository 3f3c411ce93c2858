"""Conquest, submission and surrender, and Powers that are out of the war (15)."""
