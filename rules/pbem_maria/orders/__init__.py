"""What may be written in sheets."""
