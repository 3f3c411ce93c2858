"""An email becomes a result: whose it is, whether it is trusted, what it orders, which receipt answers it."""
