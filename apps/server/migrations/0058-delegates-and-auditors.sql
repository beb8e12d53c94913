-- Recording for others, and auditors (docs/decisions/0068).

-- A user of role 0 who records for another attorney of the firm. An entry keeps who recorded it in `created_by`.
create table recording_rights (
  firm_id uuid not null,
  user_id uuid not null,
  attorney_id uuid not null,
  primary key (firm_id, user_id, attorney_id),
  foreign key (firm_id, user_id) references users (firm_id, id),
  foreign key (firm_id, attorney_id) references users (firm_id, id),
  check (user_id <> attorney_id)
);

do $$
declare
  whose constant text := $case$case when (select current_setting('recoup.firm', true)) = 'all' then true
    else firm_id = (select nullif(nullif(current_setting('recoup.firm', true), ''), 'all')::uuid) end$case$;
begin
  execute 'alter table recording_rights enable row level security';
  execute 'create policy own_firm on recording_rights using (' || whose || ')';
  -- An auditor (role 2) reads the firm up to this day.
  alter table users drop constraint users_role_check;
  alter table users add constraint users_role_check check (role in (0, 1, 2, 10));
  alter table users add column ends_on date, add constraint users_ends_on_check check ((role = 2) = (ends_on is not null));
  -- The same view with the new column (0015).
  execute 'create or replace view users_to_search as select * from users where ' || whose;
end $$;

-- Changes one condition of a function; the rest stays as the latest file before this one has made it.
create function pg_temp.change_function(called name, was text, becomes text) returns void language plpgsql as $$
declare
  source constant text := (select pg_get_functiondef(p.oid) from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.proname = called);
begin
  if coalesce(position(was in source), 0) = 0 then raise exception '% does not contain: %', called, was; end if;
  execute replace(source, was, becomes);
end $$;

-- An auditor may come from outside, so the last day decides instead of the domain: the day in South Africa.
select pg_temp.change_function(name, '(u.firm_id is null',
    '(u.firm_id is null or (u.role = 2 and u.ends_on >= timezone(''Africa/Johannesburg'', at)::date)')
  from unnest(array['find_session', 'open_session']) as name;

-- An auditor's e-mail may come to lie at a domain that another firm gets later. It is given up even while the account is active.
-- Without a domain that decides, the account also becomes inactive.
select pg_temp.change_function('release_email', 'u.status <> 2', '(u.status <> 2 or u.role = 2)');
select pg_temp.change_function('release_email', 'version = u.version + 1 where',
  'version = u.version + 1, status = least(u.status, 1) where');

-- Whether another firm has the domain. It answers that alone, and names no firm.
create function is_domain_of_other_firm(asked text, own_firm uuid) returns boolean
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  before constant text := current_setting('recoup.firm', true);
  is_below constant boolean := row_security_active('public.firm_domains');
  is_taken boolean;
begin
  if is_below then perform set_config('recoup.firm', 'all', true); end if;
  is_taken := exists (select from public.firm_domains d where d.domain = asked and d.firm_id <> own_firm);
  if is_below then perform set_config('recoup.firm', before, true); end if;
  return is_taken;
end $$;
revoke execute on function is_domain_of_other_firm from public;
