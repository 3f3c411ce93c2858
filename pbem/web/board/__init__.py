"""The living board of a seat's page: the drawn board, what can be ordered at it, and what a choice does to the sheet.

`drawn` is the board itself, `offered` the list of all that can be chosen, `changing` carries a choice out on the text,
`pages` makes HTML of it. The list is all there is: a browser's script only puts its buttons on the board.
"""
