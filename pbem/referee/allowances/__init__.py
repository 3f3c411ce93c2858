"""What players may ask of time, as far as the settings allow it: extensions, and what follows from an absence."""
