"""What a letter says as a tree, read from what templates write, and written as text, HTML, Markdown or BBCode."""
