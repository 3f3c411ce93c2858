"""The order desk of Maria."""
