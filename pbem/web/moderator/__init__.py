"""The page of a moderator: what waits in all games, and buttons that do what commands do, once each."""
