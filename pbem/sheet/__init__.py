"""From the text of a sheet to typed orders, and from orders to a blank form."""
