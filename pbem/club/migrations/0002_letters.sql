-- Letters of the club itself, which are in no game's outbox.

alter table club_games add column contact bytea;      -- the moderator's address, wrapped by a key that is not here
alter table club_messages add column content bytea;   -- sealed: a message that is in no outbox, with its envelope
