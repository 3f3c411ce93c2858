"""The rulebook: a package for each chapter or step of play."""
