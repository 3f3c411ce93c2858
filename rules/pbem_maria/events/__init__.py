"""What can happen in Maria."""
