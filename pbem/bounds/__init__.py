"""What work on one player's text may cost, and processes of their own for what may not end."""
