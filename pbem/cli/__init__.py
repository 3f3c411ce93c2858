"""The command line: one module per command."""

GAME = "pbem.game"
"""Where the context stores the value of `pbem --game`."""
