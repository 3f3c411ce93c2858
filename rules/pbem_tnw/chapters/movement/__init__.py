"""Movement on land: Formations, steps, generals alone, several Armies in one duchy (9)."""
