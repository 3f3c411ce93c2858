"""Politics: political cards, tracks and expeditionary corps (17, 25)."""
