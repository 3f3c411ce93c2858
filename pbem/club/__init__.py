"""A club: many games in PostgreSQL, played by any number of workers.

A game stays a folder. The database keeps it as versioned pieces; a job brings a worker's copy up to date, runs the
ordinary turn in it, and commits all that changed, the mail it took in and the messages to send, in one transaction
that fails if another worker was first. Nothing leaves a worker before its commit, and nothing below this package knows
of it.
"""
