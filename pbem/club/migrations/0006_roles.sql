-- Who may see what: workers all, a page what its person may see, an operator counts and failures.

do $$
declare
    one text;
begin
    foreach one in array array['club_worker', 'club_page', 'club_operator'] loop
        if not exists (select from pg_roles where rolname = one) then
            begin
                execute format('create role %I nologin', one);
            exception
                when duplicate_object or unique_violation then null;  -- another club of this server made it
                when insufficient_privilege then
                    raise exception 'make the roles club_worker, club_page and club_operator, and grant them to %',
                        current_user;
            end;
        end if;
        if current_setting('server_version_num')::integer >= 160000 then
            execute format('grant %I to %I with inherit true, set true', one, current_user);
        elsif not pg_has_role(current_user, one, 'member') then
            execute format('grant %I to %I', one, current_user);
        end if;
    end loop;
end $$;

grant usage on schema public to club_worker, club_page, club_operator;
grant all on all tables in schema public to club_worker;
grant all on all sequences in schema public to club_worker;
alter default privileges in schema public grant all on tables to club_worker;
alter default privileges in schema public grant all on sequences to club_worker;

-- Whoever a page is for: it says so with set_config('pbem.person', ..., true).
create function club_person() returns bytea language sql stable
    return decode(nullif(current_setting('pbem.person', true), ''), 'hex');

do $$
declare
    one text;
begin
    for one in select tablename from pg_tables
        where schemaname = 'public' and tablename like 'club\_%' and tablename <> 'club_migrations'
    loop
        execute format('alter table %I enable row level security', one);
        execute format('alter table %I force row level security', one);
        execute format('create policy workers on %I to club_worker using (true) with check (true)', one);
    end loop;
end $$;

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

grant select on club_games, club_pieces, club_mails, club_messages, club_seats, club_wanted, club_people,
    club_tables, club_places to club_page;
grant insert on club_tables to club_page;
grant update (title, calendar) on club_tables to club_page;

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

do $$
declare
    one text;
begin
    execute 'grant create on schema public to club_worker';
    foreach one in array array['club_listed', 'club_counts', 'club_failures', 'club_sizes'] loop
        execute format('alter view %I owner to club_worker', one);
    end loop;
    execute 'revoke create on schema public from club_worker';
end $$;

grant select on club_listed to club_page;
grant select on club_counts, club_failures, club_sizes to club_operator;
