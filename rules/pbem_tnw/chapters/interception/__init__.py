"""Interception and evasion on land (10)."""
