"""A person against bots, without mail."""
