"""Pictures of the board for a seat: the whole, theatres, what moved since its last letter, reaches, tracks.

Everything is drawn from a view. `record` has what the host calls, `choice` which picture is meant, `page` puts one
together, `scene` a part of the board, and each module of `layers` draws one kind of thing. `placement` finds the places
of names, `tracks` draws what is beside the map.
"""
