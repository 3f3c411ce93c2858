"""What forums and messengers make of a text: one reader of their markup, whose lines know what they are."""
