"""Who did not answer in time, and what is done about it: what came, misses in a row, the rungs of the ladder."""
