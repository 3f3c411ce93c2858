"""Emails that the order desk makes of what a seat sends there."""
