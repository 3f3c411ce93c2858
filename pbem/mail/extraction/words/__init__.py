"""What the words of an email say that is neither a sheet between its marks nor a command alone."""
