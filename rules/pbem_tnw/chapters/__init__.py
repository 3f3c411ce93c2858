"""The chapters of the rulebook, a package each."""
