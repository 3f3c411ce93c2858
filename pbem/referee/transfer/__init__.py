"""Games that go to another machine or moderator, and what keeps two copies of one from both running."""
