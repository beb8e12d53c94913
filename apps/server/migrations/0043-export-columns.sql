-- What an export's file has beside the ten columns, its sums of VAT, and the ids of its types by title (docs/decisions/0048).
alter table exports
  add column extra_columns text[] not null default '{}' check (extra_columns <@ array['vat', 'voucher', 'reversals']),
  add column net_cents numeric(40, 0),
  add column vat_cents numeric(40, 0),
  add column type_ids jsonb not null default '{}',
  add check ((net_cents is null) = (vat_cents is null));

-- Of a firm that is a VAT vendor, as its files go on to show it.
alter table letterheads add column vat_number text;
