"""Conquest and retroactive conquest of fortresses, objectives (10.3, 12, 19.2)."""
