"""The steps of play: who is asked when."""
