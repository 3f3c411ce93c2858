"""Combat and retreat (11)."""
