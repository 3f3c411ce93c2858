"""Commands for those who write rules, cases and editions."""
