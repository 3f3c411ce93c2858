"""The order desk: the cards, generals and nations of a seat, and what they can do in their next Impulses."""
