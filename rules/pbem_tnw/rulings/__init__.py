"""What the moderator may rule: pieces, Flags and tracks, cards, Command Points and dice."""
