"""Games as a whole: many of them, and those that move to another machine."""
