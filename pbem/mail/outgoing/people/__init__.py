"""Emails to people that carry other people's words, and those to watchers."""
