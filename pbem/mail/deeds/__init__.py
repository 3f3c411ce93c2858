"""What the moderator decides about people and positions, whether by a command, a button or a line of an email.

Each deed is one function that says what it did; `table` says what each must be told. None of them sends anything.
"""
