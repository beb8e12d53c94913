-- An operator sees what fails now (product-3.md, section 3).

-- The failed tries since the last good one, and when the first of them was.
alter table matter_intakes add column failing_since timestamptz, add column failing_tries integer not null default 0,
  add check ((failing_tries = 0) = (failing_since is null));

-- Roads of the whole installation that have no queue: their failures since the last success. No firm owns them.
create table road_failures (
  kind text primary key check (kind in ('sms', 'backup', 'rehearsal')),
  reason text not null check (length(reason) <= 300),
  since timestamptz not null,
  tries integer not null
);

-- One row, which is written to learn whether the database takes writes.
create table write_probes (
  id boolean primary key default true check (id),
  at timestamptz not null
);
