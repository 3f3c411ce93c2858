-- Games as versioned folders, the mail that came for them, and the messages that go out.

create table club_secrets (
    name text primary key,                  -- what it is for: "addresses" makes what stands for an address
    key bytea not null                      -- wrapped by a key that is not in this database
);

create table club_games (
    name text primary key,
    key bytea not null,                     -- the game's data key, wrapped by a key that is not in this database
    moderator bytea not null,               -- keyed digest of the moderator's address
    version bigint not null default 0,
    program text not null default '',       -- the newest version of pbem that wrote it
    played timestamptz,                     -- the clock of its last turn
    due timestamptz,                        -- when something happens in it by itself
    failures integer not null default 0,
    aside_since timestamptz,                -- it failed too often, and waits for the operator
    aside_why text not null default ''      -- the kind of the failure, no word of the game
);
create index club_games_due on club_games (due) where due is not null and aside_since is null;
create index club_games_aside on club_games (aside_since) where aside_since is not null;
create index club_games_moderator on club_games (moderator);

create table club_pieces (
    game text not null references club_games on delete cascade,
    piece bytea not null,                   -- keyed digest of the path
    version bigint not null,
    whole boolean not null,                 -- it says all of the file, or that it is gone; otherwise its new end
    content bytea not null,                 -- sealed: path, time of change, place, bytes
    primary key (game, piece, version)
);
create index club_pieces_versions on club_pieces (game, version);

create table club_mails (
    id bigint generated always as identity primary key,
    game text references club_games on delete cascade,  -- null: it belongs to no game
    raw bytea,                              -- sealed; null once a game has taken it in
    arrived timestamptz not null,
    taken bigint                            -- the version of the game with which it was taken in
);
create index club_mails_waiting on club_mails (game, arrived, id) where taken is null;
create index club_mails_taken on club_mails (arrived) where taken is not null;

create table club_messages (
    id bigint generated always as identity primary key,
    game text not null references club_games on delete cascade,
    ident text not null,                    -- its name in the game's outbox
    domain text not null,
    place text not null check (place in ('queued', 'trying', 'refused', 'sent')),
    attempt integer not null default 0,
    unsure integer not null default 0,      -- how many attempts may or may not have delivered it
    reply bytea,                            -- sealed: what the server last said
    slot timestamptz,                       -- when its domain is free for it
    due timestamptz,                        -- when it is tried again
    told boolean not null default true,     -- whether the game's folder knows its place
    changed timestamptz not null default now(),
    unique (game, ident)
);
create index club_messages_untold on club_messages (game) where not told;
create index club_messages_open on club_messages (changed) where place in ('queued', 'trying');
create index club_messages_done on club_messages (changed) where place = 'sent' and told;

create table club_domains (
    domain text primary key,
    free timestamptz not null               -- when the next message may go to it
);
