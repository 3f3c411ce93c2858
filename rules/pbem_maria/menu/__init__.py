"""What may be chosen: by forms, by the desk, as remedies."""
