"""Ten weeks of a game over real servers, by a fake clock; every email to everybody is kept as a golden file."""
