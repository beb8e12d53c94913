import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lockFaults } from '../../test/migration-locks.ts';
import { packageRoot } from '../platform/core/package-root.ts';

const folder = join(packageRoot, 'migrations');
// Earlier ones are in databases that have run them, and are measured in decision 72.
const files = readdirSync(folder).filter((name) => name > '0061');

it.each(files)('%s locks no large table for long', (name) => {
  expect(lockFaults(readFileSync(join(folder, name), 'utf8'))).toEqual([]);
});

const outside = '-- without transaction\n';

describe('what a migration may not do with a large table', () => {
  it.each([
    ['create index entries_by_x on entries (x);', /without concurrently/],
    [`${outside}create index concurrently by_x on entries (x);`, /a crash left/],
    [
      'alter table entries\n  add foreign key (firm_id, x) references users (firm_id, id);',
      /reads/,
    ],
    ['alter table matters add constraint few check (length(x) < 9);', /not valid/],
    ['alter table matters add column y integer, add check (y in (1, 2));', /not valid/],
    ['alter table entries add column x integer check (x > 0);', /by itself/],
    ['alter table entries add x uuid references users (id);', /by itself/],
    ['alter table mails add primary key (firm_id, id);', /using index/],
    ['alter table mails add constraint once unique (firm_id, id);', /using index/],
    ['alter table exports alter column sum_cents type numeric(40, 0);', /write all rows/],
    ['alter table entries alter column x set not null;', /validate a check/],
    ['alter table entries add column x uuid default gen_random_uuid();', /writes all rows/],
    ['alter table entries add column x bigint generated always as (1) stored;', /writes all rows/],
    ['alter table entries validate constraint few;', /file without transaction/],
    ['vacuum full entries;', /under a lock/],
    ['reindex table entries;', /under a lock/],
  ])('%s', (statement, fault) => {
    expect(lockFaults(statement)).toEqual([expect.stringMatching(fault)]);
  });
});

it('allows what is quick, what waits for others and what is on new tables', () => {
  const file = `${outside}
create table entries_of_today (x integer check (x > 0));
create index by_x on entries_of_today (x);
create table sessions (id uuid primary key);
create index by_id on sessions (id);
drop index concurrently if exists by_y;
create index concurrently by_y on entries (y); -- create index z on entries (z);
alter table entries add column z integer not null default 1,
  add column at timestamptz default now(),
  add constraint few check (z in (1, 2)) not valid;
alter table entries validate constraint few;
alter table entries alter column z set not null;
alter table entries add constraint entries_pkey primary key using index by_y;
alter table firms add column x integer check (x > 0);
`;
  expect(lockFaults(file)).toEqual([]);
});
