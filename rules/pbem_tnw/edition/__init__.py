"""The printed game: map, armies and cards of an edition."""
