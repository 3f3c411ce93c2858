"""What positions, pieces and fights are worth to a seat."""
