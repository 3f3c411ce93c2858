"""Plain words in an email: pass, withdraw, hold, absent, status, help."""
