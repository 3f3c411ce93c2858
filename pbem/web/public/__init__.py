"""What anyone may see of a game, as pages: the same for a server and for files on any web space.

`moments` are the times at which a public report was written; `moment_text` and `boards` are what there is to read and
to see of one, `game_pages` puts both together, `writing` makes files of all pages. Before the end of a game all of it
follows from the public view alone.
"""
