"""Who holds the seats, how that changes, and what people say to each other."""
