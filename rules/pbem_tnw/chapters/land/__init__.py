"""Armies: formations, marches, battles, sieges (9-12, 17)."""
