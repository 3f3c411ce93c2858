"""Facts: what happens to a game besides play, as lines of its log; a module for each matter, and `Fact` for all."""
