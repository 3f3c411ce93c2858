-- When the club stood still: what was due then is done afterwards, as it is in a folder of which no one ran the turns.

create table club_alive (
    one boolean primary key default true check (one),
    at timestamptz not null                 -- when a worker last gave a sign of life, give or take half a minute
);

create table club_outages (
    game text references club_games on delete cascade,  -- null: it was the whole club
    since timestamptz not null,
    until timestamptz not null
);
create index club_outages_until on club_outages (until);
