-- Servers of a firm that files are written to and read from (docs/decisions/0075). The secret is sealed with a key that
-- the database does not have. The host key is the confirmed one, as OpenSSH writes it.
create table sftp_servers (
  firm_id uuid not null references firms (id),
  id uuid not null,
  name text not null check (length(name) between 1 and 60),
  host text not null check (length(host) between 1 and 253),
  port integer not null check (port between 1 and 65535),
  user_name text not null check (length(user_name) between 1 and 100),
  secret_kind text not null check (secret_kind in ('password', 'key')),
  sealed_secret bytea not null,
  folder text not null check (length(folder) <= 500),
  host_key text check (host_key ~ '^SHA256:[A-Za-z0-9+/]{43}$'),
  created_at timestamptz not null,
  primary key (firm_id, id),
  unique (firm_id, name)
);

do $$
declare
  whose constant text := $case$case when (select current_setting('recoup.firm', true)) = 'all' then true
    else firm_id = (select nullif(nullif(current_setting('recoup.firm', true), ''), 'all')::uuid) end$case$;
begin
  execute 'alter table sftp_servers enable row level security';
  execute 'create policy own_firm on sftp_servers using (' || whose || ')';
end $$;
