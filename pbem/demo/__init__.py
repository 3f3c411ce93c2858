"""The demonstration: a campaign of a few stages, played from sample emails."""
