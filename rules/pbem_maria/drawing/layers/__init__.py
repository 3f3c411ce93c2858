"""What lies on a picture, each kind of thing in a module of its own, from the ground up."""
