"""Land forces that go by sea (13.6, 13.7)."""
