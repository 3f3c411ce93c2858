"""Wars, Camps, conquest and peace (5, 8, 15, 17)."""
