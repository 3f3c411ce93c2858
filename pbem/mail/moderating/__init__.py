"""What the moderator decides, as one function each that says what it did: commands print that, the desk shows it.

None of them sends anything: whoever calls one sends what is queued if its result says so.
"""
