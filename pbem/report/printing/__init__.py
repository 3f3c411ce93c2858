"""From what a game gives to print to PDF: pages with cut marks. Nothing here is imported before it is wanted."""
