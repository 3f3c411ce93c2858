"""Letters and what is in them: words for a reader, subjects, forms."""
