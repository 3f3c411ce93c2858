"""The orders found in the texts of an email."""
