"""Letters and receipts become messages."""
