"""The sequence of play: Rounds of Impulses, preemption, passing, Resources (5.1-5.5, 16)."""
