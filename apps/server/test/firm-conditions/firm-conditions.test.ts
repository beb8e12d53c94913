import { loadModule, parseSync } from 'libpg-query';
import { beforeAll, expect, it } from 'vitest';
import { tablesWithoutFirm } from './firm-conditions.ts';

const firmTables = new Set(['entries', 'matters', 'exports', 'users']);

beforeAll(loadModule);

function check(statement: string, isOfOneFirm = true): string[] {
  return tablesWithoutFirm(parseSync(statement), { firmTables, isOfOneFirm });
}

it.each([
  'select 1',
  'select * from firms where id = $1',
  'select * from users where id = $1',
  'select * from entries where firm_id = $1 and id = $2',
  'select * from entries where firm_id = $1::uuid and date > $2 or firm_id = $1 and id = $3',
  'select * from entries where firm_id is not distinct from $1',
  'select * from entries where firm_id = any($1)',
  'select * from entries e join matters m on m.firm_id = e.firm_id where e.firm_id = $1',
  'select * from entries e, matters m where (m.firm_id, m.id) = (e.firm_id, 1) and m.firm_id = $1',
  'select * from firms f join entries e on e.firm_id = f.id where f.id = $1',
  'select (select 1 from matters m where m.firm_id = e.firm_id) from entries e where firm_id = $1',
  'select * from entries where (firm_id, id) in (select 1, 2 from exports where firm_id = $1)',
  'with e as (select * from entries where firm_id = $1) select * from e where id = $2',
  'select * from entries e left join matters m on m.firm_id = e.firm_id where e.firm_id = $1',
  'with entries as (select 1) select * from entries',
  'update entries e set id = m.id from matters m where e.firm_id = $1 and m.firm_id = e.firm_id',
  'delete from entries e using matters m where e.firm_id = m.firm_id and m.firm_id = $1',
  'insert into entries (firm_id, id) select firm_id, id from matters where firm_id = $1',
  'declare lines cursor for select * from entries where firm_id = $1',
])('finds the firm of every table in: %s', (statement) => {
  expect(check(statement)).toEqual([]);
});

it.each([
  ['select * from entries', ['entries']],
  ['select * from entries where id = $1', ['entries']],
  ['select * from entries where firm_id > $1', ['entries']],
  ['select * from entries where not (firm_id = $1)', ['entries']],
  ['select * from entries where firm_id = $1 or id = $2', ['entries']],
  [
    'select * from entries e join matters m on m.id = e.matter_id where e.firm_id = $1',
    ['matters m'],
  ],
  ['select * from entries e join matters m on m.firm_id = e.firm_id', ['entries e', 'matters m']],
  [
    'select * from entries e join matters m on m.firm_id = e.id where e.firm_id = $1',
    ['matters m'],
  ],
  [
    'select exists (select from matters m where m.id = e.id) from entries e where firm_id = $1',
    ['matters m'],
  ],
  ['select * from entries where firm_id = $1 and id in (select id from matters)', ['matters']],
  [
    'select * from entries e left join matters m on m.firm_id = e.firm_id and e.firm_id = $1',
    ['entries e', 'matters m'],
  ],
  [
    'select * from entries e left join matters m on m.firm_id = e.firm_id and m.firm_id = $1',
    ['entries e'],
  ],
  ['select * from (select * from entries) e where e.firm_id = $1', ['entries']],
  ['with e as (select * from entries) select * from e where firm_id = $1', ['entries']],
  ['select * from entries where firm_id = $1 union select * from matters', ['matters']],
  ['update entries set id = id where id = $1', ['entries']],
  [
    'update entries e set id = m.id from matters m where e.firm_id = $1 and m.id = e.id',
    ['matters m'],
  ],
  ['delete from entries where id = $1', ['entries']],
  ['insert into entries (id) values ($1)', ['entries']],
  ['insert into entries (firm_id, id) select $1, id from matters', ['matters']],
  ['create temporary table t as select * from entries', ['entries']],
])('misses the firm in: %s', (statement, tables) => {
  expect(check(statement)).toEqual(tables);
});

it('takes the rows of all firms, if their tables are joined by the firm', () => {
  expect(check('select * from entries', false)).toEqual([]);
  expect(check('select * from entries e join matters m on m.firm_id = e.firm_id', false)).toEqual(
    [],
  );
  expect(check('select * from entries e join matters m on m.id = e.matter_id', false)).toEqual([
    'matters m',
  ]);
});
