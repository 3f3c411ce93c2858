"""Sheets that no one can read before their stage is processed: their keys, and what is sealed when."""
