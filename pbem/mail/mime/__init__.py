"""From the bytes of an email to its texts (RFC 2045 and related)."""
