-- Why nothing leaves the installation (decision 87): it was restored from a backup, or a process has RECOUP_HELD=1, which it
-- renews every few seconds.
create table holds (
  reason text primary key check (reason in ('restored', 'setting')),
  since timestamptz not null default now(),
  renewed_at timestamptz,
  check ((reason = 'setting') = (renewed_at is not null))
);
