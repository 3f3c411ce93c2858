"""Forms made from order types: what they read, what they write, the pages that show them."""
