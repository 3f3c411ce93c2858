"""What nations build, lose and get back (5-7)."""
