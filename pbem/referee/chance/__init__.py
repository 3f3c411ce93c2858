"""The keys, the record and the audit of a game's random draws."""
