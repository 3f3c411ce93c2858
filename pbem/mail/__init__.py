"""From an email to a sheet, and from a letter to an email."""
