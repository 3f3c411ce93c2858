"""The lines of an Impulse, and what is in them: pieces, battles, the choices of cards."""
