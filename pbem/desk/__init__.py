"""The desk: whose mail it is, whether it is believed, what becomes of it, and what is answered."""
