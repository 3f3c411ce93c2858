"""Movement of generals and supply trains (10.1, 10.2)."""
