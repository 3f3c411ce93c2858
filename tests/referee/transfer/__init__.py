"""Games that go to another machine, and copies that both run."""
