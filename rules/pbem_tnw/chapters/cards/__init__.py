"""Cards: events, responses, Reserves, Foreign Wars (6)."""
