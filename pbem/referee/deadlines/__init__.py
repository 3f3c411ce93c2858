"""When answers are due, what moves that, and what follows when none comes."""
