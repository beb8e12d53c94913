-- What attorneys recorded, the files that went out, and the mails that carried them.
create table exports (
  id uuid primary key,
  firm_id uuid not null references firms (id),
  number integer not null,
  closing boolean not null,
  user_id uuid not null,
  created_at timestamptz not null default now(),
  from_date date,
  to_date date,
  row_count integer not null,
  sum_cents bigint not null,
  sha256 bytea not null,
  reopened_at timestamptz,
  reopened_by uuid references users (id),
  reopen_reason text,
  unique (firm_id, number),
  unique (firm_id, id),
  foreign key (firm_id, user_id) references users (firm_id, id),
  check ((reopened_at is null) = (reopen_reason is null))
);
create index exports_by_user on exports (user_id, number);

-- The rows of an export as they went out, compressed, so that it can be fetched again byte for byte.
create table export_parts (
  export_id uuid not null references exports (id) on delete cascade,
  position integer not null,
  content bytea not null,
  primary key (export_id, position)
);

create table entries (
  id uuid primary key,
  firm_id uuid not null references firms (id),
  attorney_id uuid not null,
  matter_id uuid not null,
  disbursement_type_id uuid not null,
  date date not null,
  minutes integer check (minutes >= 0),
  quantity integer check (quantity >= 1),
  amount_cents bigint not null check (amount_cents >= 0),
  narration text,
  -- The fee rows that priced it; null where the amount was given.
  schedule_id uuid,
  -- The closing export that holds it; such an entry is locked.
  export_id uuid,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid not null references users (id),
  unique (firm_id, id),
  foreign key (firm_id, attorney_id) references users (firm_id, id),
  foreign key (firm_id, matter_id) references matters (firm_id, id),
  foreign key (firm_id, disbursement_type_id) references disbursement_types (firm_id, id),
  foreign key (firm_id, schedule_id) references call_fee_schedules (firm_id, id),
  foreign key (firm_id, export_id) references exports (firm_id, id)
);
create index entries_by_date on entries (firm_id, date desc, id desc);
create index entries_by_attorney on entries (firm_id, attorney_id, date desc, id desc);
create index entries_by_matter on entries (matter_id, date desc, id desc);
create index entries_by_type on entries (disbursement_type_id, date desc);
create index entries_not_exported on entries (firm_id, date, id) where export_id is null;
create index entries_by_export on entries (export_id) where export_id is not null;

create table mails (
  id uuid primary key,
  firm_id uuid references firms (id),
  user_id uuid references users (id),
  export_id uuid,
  attachment text check (attachment in ('csv', 'pdf', 'xlsx')),
  to_address text not null,
  reply_to text,
  subject text not null,
  body text not null,
  message_id text not null unique,
  state text not null default 'queued' check (state in ('queued', 'sent', 'failed')),
  attempts integer not null default 0,
  last_error text,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  foreign key (firm_id, export_id) references exports (firm_id, id)
);
create index mails_by_firm on mails (firm_id, created_at);
create index mails_by_export on mails (export_id);
create index mails_queued on mails (created_at) where state = 'queued';
