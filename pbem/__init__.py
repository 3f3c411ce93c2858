"""An asynchronous adjudicator for board wargames played by email and by forum."""

__version__ = "0.2.0"
