"""Forms for the orders of Maria: how what reads itself is chosen, and what can be chosen in a position."""
