"""What keeps a campaign going: time, people, the moderator; most tests play the toy through real turns."""
