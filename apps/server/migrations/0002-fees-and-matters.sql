-- What is charged (disbursement types, call fees with their history) and against what (matters).
create table disbursement_types (
  id uuid primary key,
  firm_id uuid not null references firms (id),
  title text not null check (char_length(title) between 1 and 100),
  fixed boolean not null,
  calculated boolean not null,
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  unique (firm_id, id)
);
create unique index disbursement_types_title_key on disbursement_types (firm_id, lower(title));

create table user_disbursement_types (
  firm_id uuid not null,
  user_id uuid not null,
  disbursement_type_id uuid not null,
  position smallint not null,
  primary key (user_id, disbursement_type_id),
  foreign key (firm_id, user_id) references users (firm_id, id) on delete cascade,
  foreign key (firm_id, disbursement_type_id) references disbursement_types (firm_id, id)
);
create index user_disbursement_types_by_type on user_disbursement_types (disbursement_type_id);

-- The fee rows of one attorney for one type. A change ends the schedule and begins another, so that history stays.
create table call_fee_schedules (
  id uuid primary key,
  firm_id uuid not null,
  user_id uuid not null,
  disbursement_type_id uuid not null,
  created_at timestamptz not null default now(),
  created_by uuid references users (id),
  replaced_at timestamptz,
  unique (firm_id, id),
  foreign key (firm_id, user_id) references users (firm_id, id) on delete cascade,
  foreign key (firm_id, disbursement_type_id) references disbursement_types (firm_id, id)
);
create unique index call_fee_schedules_current on call_fee_schedules (user_id, disbursement_type_id) where replaced_at is null;
create index call_fee_schedules_history on call_fee_schedules (user_id, disbursement_type_id, created_at);

create table call_fee_bands (
  schedule_id uuid not null references call_fee_schedules (id) on delete cascade,
  position smallint not null check (position between 1 and 5),
  start_minute integer not null,
  end_minute integer not null,
  additional_minutes integer not null check (additional_minutes >= 0),
  charge_cents bigint not null check (charge_cents >= 0),
  primary key (schedule_id, position),
  -- A timed band, or the thereafter row of the specification (-1, -1).
  check ((start_minute >= 0 and end_minute > start_minute) or (start_minute = -1 and end_minute = -1))
);

create table matters (
  id uuid primary key,
  firm_id uuid not null references firms (id),
  number text not null check (number <> ''),
  description text not null,
  client text,
  attorney_id uuid,
  status text not null check (status in ('Open', 'Pending', 'Closed')),
  opened date,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (firm_id, id),
  foreign key (firm_id, attorney_id) references users (firm_id, id)
);
create unique index matters_number_key on matters (firm_id, lower(number));
create index matters_by_attorney on matters (attorney_id);
create index matters_search on matters using gin ((lower(number || E'\n' || coalesce(client, '') || E'\n' || description)) gin_trgm_ops);

create table imports (
  id uuid primary key,
  firm_id uuid not null references firms (id),
  number integer not null,
  user_id uuid not null,
  file_name text,
  sha256 bytea not null,
  created_at timestamptz not null default now(),
  created integer not null,
  updated integer not null,
  unchanged integer not null,
  undone_at timestamptz,
  undone_by uuid references users (id),
  unique (firm_id, number),
  unique (firm_id, id),
  foreign key (firm_id, user_id) references users (firm_id, id)
);

-- What an import changed: `before` is null for a matter that it created; undo reads this.
create table import_changes (
  firm_id uuid not null,
  import_id uuid not null,
  matter_id uuid not null,
  before jsonb,
  primary key (import_id, matter_id),
  foreign key (firm_id, import_id) references imports (firm_id, id) on delete cascade,
  foreign key (firm_id, matter_id) references matters (firm_id, id) on delete cascade
);
create index import_changes_by_matter on import_changes (matter_id);

-- The column mapping that a firm used last for a header line.
create table import_mappings (
  firm_id uuid not null references firms (id) on delete cascade,
  header_hash bytea not null,
  mapping jsonb not null,
  updated_at timestamptz not null default now(),
  primary key (firm_id, header_hash)
);
