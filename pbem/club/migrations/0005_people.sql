-- People, by a keyed digest of their address; tables that they join; letters of the club that belong to no game.

alter table club_messages alter column game drop not null;

create table club_people (
    person bytea primary key,               -- keyed digest of the address
    contact bytea not null,                 -- sealed: the address and the name, by a key that is not in this database
    confirmed timestamptz not null default now(),
    moderates boolean not null default false,
    signed_out integer not null default 0   -- cookies from before that are worth nothing
);

create table club_blocked (
    person bytea primary key,
    at timestamptz not null default now()
);

create table club_links (
    link bytea primary key,                 -- digest of what only the link says; it opens once
    contact bytea not null,                 -- sealed: whom it was sent to
    until timestamptz not null
);
create index club_links_until on club_links (until);

create table club_quotas (
    person bytea not null,
    day date not null,
    what text not null,
    count integer not null,
    primary key (person, day, what)
);
create index club_quotas_day on club_quotas (day);

create table club_tables (
    name text primary key,
    rules text not null,
    title text not null,
    seats integer not null check (seats > 0),
    calendar text not null,
    moderator bytea not null references club_people on delete cascade,
    settings bytea not null,                -- sealed: the game.yaml that it begins with
    opened timestamptz not null default now(),
    started timestamptz                     -- from then on there is a game of that name
);
create index club_tables_moderator on club_tables (moderator);

create table club_places (
    id bigint generated always as identity primary key,  -- their order
    name text not null references club_tables on delete cascade,
    person bytea not null references club_people on delete cascade,
    since timestamptz not null default now(),
    unique (name, person)
);
create index club_places_person on club_places (person);

create table club_seats (
    game text not null references club_games on delete cascade,
    seat text not null,                     -- empty: someone who watches, or is told
    person bytea not null,                  -- whose address the game has; former players too
    now boolean not null default true,
    primary key (game, seat, person)
);
create index club_seats_person on club_seats (person);

create table club_wanted (
    game text not null references club_games on delete cascade,
    seat text not null,
    since timestamptz not null default now(),
    primary key (game, seat)
);
