"""Who or what wrote a mail, and what shows it."""
