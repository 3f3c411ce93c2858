"""Conditions of order lines: what may be asked, how that is written, whether it holds."""
