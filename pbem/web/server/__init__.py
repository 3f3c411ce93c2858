"""The server of the order desk: who may see which page, and how it goes over the network."""
