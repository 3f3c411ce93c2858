-- The roles of a club, before each migration: they belong to the server, and a dump of a database lacks them.

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
