"""What is beside the map: tracks, hands, the Diplomatic Track, boxes and events in play."""
