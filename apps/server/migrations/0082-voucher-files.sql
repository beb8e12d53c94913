-- Vouchers (product-3.md, section 4): the files of invoices and receipts. Equal content is stored once a firm, and recognised by
-- the hash of what is stored and of what came (docs/decisions/0085).
create table vouchers (
  firm_id uuid not null references firms (id),
  id uuid not null,
  kind text not null check (kind in ('jpeg', 'png', 'pdf')),
  bytes integer not null check (bytes between 1 and 15728640),
  pages integer check (pages between 1 and 1000),
  sha256 bytea not null check (length(sha256) = 32),
  received_sha256 bytea not null check (length(received_sha256) = 32),
  -- The last time that a record was linked with it, or parted from it. Content without a link goes a day later.
  linked_at timestamptz not null,
  primary key (firm_id, id)
);
create unique index vouchers_by_content on vouchers (firm_id, sha256);
create index vouchers_by_received on vouchers (firm_id, received_sha256);
create index vouchers_by_age on vouchers (linked_at);

-- The content in pieces of a megabyte, so that neither a request nor a backup holds a whole file. Pictures and PDFs are packed already.
create table voucher_pieces (
  firm_id uuid not null,
  voucher_id uuid not null,
  place smallint not null check (place between 0 and 14),
  content bytea not null check (length(content) between 1 and 1048576),
  primary key (firm_id, voucher_id, place),
  foreign key (firm_id, voucher_id) references vouchers (firm_id, id) on delete cascade
);
alter table voucher_pieces alter column content set storage external;

-- The links of entries. Name, person and time belong to the link: no one learns of another's. A withdrawn one stays for the firm admin.
create table entry_vouchers (
  firm_id uuid not null,
  id uuid not null,
  entry_id uuid not null,
  voucher_id uuid not null,
  name text not null check (length(name) between 1 and 200),
  added_by uuid not null,
  added_at timestamptz not null,
  withdrawn_at timestamptz,
  withdrawn_by uuid,
  withdrawn_reason text check (length(withdrawn_reason) between 1 and 500),
  primary key (firm_id, id),
  foreign key (firm_id, entry_id) references entries (firm_id, id) on delete cascade,
  foreign key (firm_id, voucher_id) references vouchers (firm_id, id),
  foreign key (firm_id, added_by) references users (firm_id, id),
  foreign key (firm_id, withdrawn_by) references users (firm_id, id),
  check ((withdrawn_at is null) = (withdrawn_by is null) and (withdrawn_at is null) = (withdrawn_reason is null))
);
create unique index entry_vouchers_once on entry_vouchers (firm_id, entry_id, voucher_id) where withdrawn_at is null;
create index entry_vouchers_by_entry on entry_vouchers (firm_id, entry_id);
create index entry_vouchers_by_voucher on entry_vouchers (firm_id, voucher_id);

do $$
declare
  whose constant text := $case$case when (select current_setting('recoup.firm', true)) = 'all' then true
    else firm_id = (select nullif(nullif(current_setting('recoup.firm', true), ''), 'all')::uuid) end$case$;
  name text;
begin
  foreach name in array array['vouchers', 'voucher_pieces', 'entry_vouchers'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy own_firm on %I using (' || whose || ')', name);
  end loop;
end $$;

-- Also where an entry is deleted with its links.
create function part_from_voucher() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  update public.vouchers set linked_at = now() where firm_id = old.firm_id and id = old.voucher_id;
  return null;
end $$;
create trigger part_from_voucher after delete on entry_vouchers for each row execute function part_from_voucher();
