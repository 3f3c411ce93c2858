"""What an operator may know of a club: counts, figures and failures."""
