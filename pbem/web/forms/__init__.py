"""Forms made from the types of orders: from a sheet's text to fields, and from a changed field to the text."""
