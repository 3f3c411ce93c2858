"""Changes of the text of a sheet."""
