-- Words of a firm's files of matters that are no status and no attorney of ours, and what the firm said that they mean.
-- `word` is stored as it was written once, `word_key` folded, by which it is found.
create table import_words (
  firm_id uuid not null references firms (id),
  field text not null check (field in ('status', 'attorney')),
  word_key text not null check (length(word_key) between 1 and 300),
  word text not null check (length(word) between 1 and 200),
  status text check (status in ('Open', 'Pending', 'Closed')),
  attorney_id uuid,
  updated_at timestamptz not null,
  primary key (firm_id, field, word_key),
  foreign key (firm_id, attorney_id) references users (firm_id, id),
  check (case when field = 'status' then status is not null and attorney_id is null
    else status is null and attorney_id is not null end)
);
alter table import_words enable row level security;
create policy own_firm on import_words using (
  case when (select current_setting('recoup.firm', true)) = 'all' then true
    else firm_id = (select nullif(nullif(current_setting('recoup.firm', true), ''), 'all')::uuid) end);
