"""What of a sheet can be chosen instead of written: fields, and what a game says about its own."""
