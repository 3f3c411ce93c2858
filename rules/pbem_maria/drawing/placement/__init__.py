"""Where names, and the pieces beside them, go on a picture of the board."""
