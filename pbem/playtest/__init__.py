"""Whole games played by the program itself: random ones, and recorded ones played again."""
