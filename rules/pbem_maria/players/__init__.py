"""Players that are programs: the bot, and the guesser of the tests."""
