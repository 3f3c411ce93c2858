"""What judges, plays or sends around a deed of the moderator, and what became of it in words."""
