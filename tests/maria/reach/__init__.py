"""Where pieces can go: the functions, the list in letters, the commands that ask."""
