"""What the moderator decides, whether by a command, a button or a line of an email.

Each deed is one object, with the function that does it and says what became of it; `table` lists them. None of them
sends anything.
"""
