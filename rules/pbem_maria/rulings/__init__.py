"""What the moderator may rule: the position, the cards, whose stage it is, agreements."""
