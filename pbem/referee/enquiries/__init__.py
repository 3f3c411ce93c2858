"""What players ask before they order: names understood, answers in words, and the trial of a sheet."""
