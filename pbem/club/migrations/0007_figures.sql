-- What all workers did since the club began, in numbers; each worker counts in rows of its own, so that none waits.

create table club_figures (
    worker text not null,
    what text not null,                     -- verdicts, mail_seconds, mail_seconds_sum
    label text not null,                    -- the kind of a verdict; of seconds, how many at most
    value double precision not null,
    primary key (worker, what, label)
);

create view club_measured as
    select what, label, sum(value) as value from club_figures group by what, label;
