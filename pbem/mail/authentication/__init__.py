"""Who wrote an email: DKIM (RFC 6376) and Authentication-Results (RFC 8601)."""
