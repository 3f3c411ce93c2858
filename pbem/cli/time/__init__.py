"""Commands about time: deadlines and what happens by itself."""
