"""Where names go on pictures of a board."""
