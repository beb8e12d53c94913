-- One random key that all processes on this database share, where the installation has none of its own (RECOUP_SECRET_KEY). No role but the
-- owner reads the table; the product asks `shared_key`, which keeps the first key that it was given.
create table server_keys (
  is_only boolean primary key default true check (is_only),
  key bytea not null check (length(key) = 32)
);
revoke all on server_keys from public;
create function shared_key(fresh bytea) returns bytea
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into public.server_keys (key) values (fresh) on conflict do nothing;
  return (select key from public.server_keys);
end $$;
revoke execute on function shared_key from public;
