-- What may be wrong with a month before it is closed (docs/decisions/0045). The exceptions themselves
-- are computed; kept is only who accepted which one. `fingerprint` stands for its facts: after a change
-- of them the acceptance no longer holds. `period` tells the months of an attorney apart who recorded
-- too little, and is '' for everything else.
create table exception_acceptances (
  firm_id uuid not null references firms (id),
  code text not null,
  subject_id uuid not null,
  period text not null,
  id uuid not null,
  fingerprint text not null check (length(fingerprint) = 32),
  reason text not null,
  accepted_at timestamptz not null,
  accepted_by uuid not null,
  primary key (firm_id, code, subject_id, period),
  unique (firm_id, id),
  foreign key (firm_id, accepted_by) references users (firm_id, id)
);
alter table exception_acceptances enable row level security;
create policy own_firm on exception_acceptances using (case when (select current_setting('recoup.firm', true)) = 'all' then true
  else firm_id = (select nullif(nullif(current_setting('recoup.firm', true), ''), 'all')::uuid) end);

-- When the file of a closed export was first fetched. Of those before this migration it is not known.
alter table exports add column fetched_at timestamptz;
update exports set fetched_at = created_at;

-- Why an export was closed although exceptions were open that block a closing, and how many.
alter table exports add column override_reason text, add column overridden integer check (overridden > 0),
  add check ((override_reason is null) = (overridden is null));

-- When a call began, where that is known: the timer measured it.
alter table entries add column started_at timestamptz;

-- Whether entries of the type should say what they were for.
alter table disbursement_types add column wants_narration boolean not null default false;

create index matters_without_attorney on matters (firm_id, id) where attorney_id is null and status = 'Open';
