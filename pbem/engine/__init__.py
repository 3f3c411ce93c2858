"""The pure core: events, steps, decisions, orders and views; it does no I/O and knows no game."""
