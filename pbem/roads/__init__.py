"""The roads of mail, in and out: bytes come and go, and nothing is looked at."""
