-- What a reply to a message of a game carries, so that it finds the game: digests alone.

create table club_routes (
    mark bytea not null,                    -- keyed digest: a token, a name of a message, an address that replies go to
    game text not null references club_games on delete cascade,
    primary key (mark, game)
);
create index club_routes_game on club_routes (game);

create index club_games_called on club_games (lower(name));

alter table club_mails add column why text not null default '';  -- of an email that belongs to no game: what was seen
create index club_mails_of_no_game on club_mails (arrived) where game is null and taken is null;
