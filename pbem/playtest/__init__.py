"""Complete games played by the program: random ones, and recorded ones replayed."""
