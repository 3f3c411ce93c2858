"""What games and the host share beside play: reading sheets, names, editions, what is installed, digests."""
