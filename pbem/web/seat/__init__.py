"""The page of a seat: its letter, its sheet as a draft, what that would do, and how it is sent."""
