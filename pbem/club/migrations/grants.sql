-- What the roles may do, after each migration, and after a dump without privileges was restored.

grant usage on schema public to club_worker, club_page, club_operator;
grant all on all tables in schema public to club_worker;
grant all on all sequences in schema public to club_worker;

grant select on club_games, club_pieces, club_mails, club_messages, club_seats, club_wanted, club_people,
    club_tables, club_places to club_page;
grant insert on club_tables to club_page;
grant update (title, calendar) on club_tables to club_page;

-- Each table shows its rows to workers, and to no one else whom no policy names.
do $$
declare
    one text;
begin
    for one in select tablename from pg_tables
        where schemaname = 'public' and tablename like 'club\_%' and tablename <> 'club_migrations'
            and not exists (select from pg_policies where pg_policies.tablename = pg_tables.tablename
                and schemaname = 'public' and policyname = 'workers')
    loop
        execute format('alter table %I enable row level security', one);
        execute format('alter table %I force row level security', one);
        execute format('create policy workers on %I to club_worker using (true) with check (true)', one);
    end loop;
end $$;

do $$
declare
    one text;
begin
    execute 'grant create on schema public to club_worker';
    foreach one in array array['club_listed', 'club_counts', 'club_failures', 'club_sizes', 'club_measured'] loop
        execute format('alter view %I owner to club_worker', one);
    end loop;
    execute 'revoke create on schema public from club_worker';
end $$;

grant select on club_listed to club_page;
grant select on club_counts, club_failures, club_sizes, club_measured to club_operator;
