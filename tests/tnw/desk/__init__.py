"""The order desk of The Napoleonic Wars."""
