"""From a mail to a sheet, and from a letter to a mail."""
