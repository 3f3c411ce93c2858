"""The commands of a club."""
