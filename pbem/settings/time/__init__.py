"""Rules of time: when answers are due, by local times, lengths and the days that count."""
