"""The order desk: a game in a browser, for players, the public and the moderator.

Whatever it does to a game are the functions of `pbem.referee` and `pbem.mail` that the commands call, too.
"""
