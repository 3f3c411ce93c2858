"""What is on the table: the state, and what follows from it alone (2, 3)."""
