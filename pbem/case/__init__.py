"""Worked examples of rules: given a position and sheets, then events, facts or refusals."""
