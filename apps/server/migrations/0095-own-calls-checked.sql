-- without transaction
-- The checks of 0094 for all calls, which stops nobody, and the indexes of calls of cell phones.
alter table call_records validate constraint call_records_road;
alter table call_records validate constraint call_records_event;
alter table call_records validate constraint call_records_own;
alter table call_records validate constraint call_records_owner;
alter table call_records validate constraint call_records_own_import;

-- Calls of the last pull from Microsoft that could not be read, and why the first of them.
alter table call_pulls add column if not exists unread integer not null default 0,
  add column if not exists unread_reason text;

set lock_timeout = 0;
drop index concurrently if exists call_records_of_owner;
-- The release before: it writes no call with an owner.
create unique index concurrently call_records_of_owner on call_records (firm_id, owner_id, road, call_key) where owner_id is not null;
drop index concurrently if exists call_records_of_owners;
create index concurrently call_records_of_owners on call_records (firm_id, started_at) where owner_id is not null;
drop index concurrently if exists call_records_by_own_import;
create index concurrently call_records_by_own_import on call_records (firm_id, own_import_id) where own_import_id is not null;
drop index concurrently if exists call_records_seen_by;
create index concurrently call_records_seen_by on call_records (firm_id, started_at) where seen_by <> '{}';
reset lock_timeout;
