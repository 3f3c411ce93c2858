"""From events and views to letters."""
