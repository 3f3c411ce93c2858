-- Who may see what: workers all, a page what its person may see, an operator counts and failures.

-- Whoever a page is for: it says so with set_config('pbem.person', ..., true).
create function club_person() returns bytea language sql stable
    return decode(nullif(current_setting('pbem.person', true), ''), 'hex');

create policy own on club_games for select to club_page using (moderator = club_person());
create policy own on club_pieces for select to club_page using (exists (select from club_games where name = game));
create policy own on club_mails for select to club_page using (exists (select from club_games where name = game));
create policy own on club_messages for select to club_page using (exists (select from club_games where name = game));
create policy own on club_seats for select to club_page
    using (person = club_person() or exists (select from club_games where name = game));
create policy own on club_wanted for select to club_page using (exists (select from club_games where name = game));
create policy own on club_people for select to club_page using (person = club_person());
create policy own on club_tables for select to club_page using (moderator = club_person());
create policy opened on club_tables for insert to club_page with check (
    moderator = club_person() and started is null
    and exists (select from club_people where person = club_person() and moderates)
);
create policy changed on club_tables for update to club_page
    using (moderator = club_person()) with check (moderator = club_person());
create policy own on club_places for select to club_page
    using (person = club_person() or exists (select from club_tables where club_tables.name = club_places.name));

-- What anyone may see of tables.
create view club_listed as
    select name, rules, title, seats, calendar, opened, started,
        (select count(*) from club_places where club_places.name = club_tables.name) as joined,
        array(select seat from club_wanted where game = club_tables.name order by seat) as wanted
    from club_tables;

create view club_counts as
    select 'jobs' as what, task_name || ' ' || status as state, count(*) as number
        from procrastinate_jobs group by 2
    union all select 'messages', place, count(*)
        from club_messages where place in ('queued', 'trying') group by 2
    union all select 'mails', case when game is null then 'of no game' else 'of games' end, count(*)
        from club_mails where taken is null group by 2
    union all select 'oldest', 'seconds', coalesce(extract(epoch from now() - min(arrived)), 0)::bigint
        from club_mails where taken is null and game is not null
    union all select 'workers', 'alive', count(*)
        from procrastinate_workers where last_heartbeat > now() - interval '1 minute';

create view club_failures as
    select name, aside_why as why, aside_since as since, failures from club_games where aside_since is not null;

create view club_sizes as
    select 'games' as what, count(*) as number from club_games
    union all select 'people', count(*) from club_people
    union all select 'blocked', count(*) from club_blocked
    union all select 'open tables', count(*) from club_tables where started is null
    union all select 'seats wanted', count(*) from club_wanted;
