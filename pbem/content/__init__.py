"""From the bytes of a mail to the text of its orders: pure, and without an opinion on who wrote them."""
