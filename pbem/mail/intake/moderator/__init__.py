"""Emails of the moderator: lines that are carried out one by one, and repeated with what became of each."""
