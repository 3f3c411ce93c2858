"""The order desk: what each kind of question lets a seat point at, and what can be ordered by it (5)."""
