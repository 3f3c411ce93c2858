"""Sheets that nobody can read before their stage is processed: their keys, and what is sealed when."""
