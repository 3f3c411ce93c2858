"""The sheets that seats send: for a Round, for a stop, at any time (2.1-2.3)."""
