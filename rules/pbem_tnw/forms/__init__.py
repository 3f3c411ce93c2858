"""Forms for the orders of The Napoleonic Wars: how what reads itself is chosen, and what can be chosen now."""
