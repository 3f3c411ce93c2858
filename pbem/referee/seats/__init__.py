"""Who holds each seat, and seats that change hands."""
