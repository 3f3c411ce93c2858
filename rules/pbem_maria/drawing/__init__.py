"""Pictures of the board for a seat: maps, the moves since its last letter, and where a piece can go.

Everything is drawn from a view. `record` has what the host calls, `choice` which picture is meant, `page` puts one
together, `scene` a part of the board, and each module of `layers` draws one kind of thing. `placement` finds the places
of names and pieces.
"""
