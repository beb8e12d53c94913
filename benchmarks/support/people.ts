import { role } from '@recoup/contract/core/access';
import type pg from 'pg';
import { createSession } from '../../apps/server/src/account/session/sessions.service.ts';
import { connect } from '../../apps/server/src/platform/database/connections.ts';
import { createPool } from '../../apps/server/src/platform/database/pool.ts';
import { type HttpRequest, withClient, withNewDatabase } from './measure.ts';

/** A firm admin who is signed in. */
export type Admin = { firm: string; token: string };

/**
 * Fills a new database with firms of one admin and `attorneysOfFirm` attorneys each, as many years
 * would: the people of a firm lie scattered over the table. Names share their syllables, as real
 * ones do, so that a search has work to do.
 */
export async function seedPeople(url: string, size: { firms: number; attorneysOfFirm: number }) {
  await fillFast(url, ['users', 'user_disbursement_types'], insertions(size));
}

/**
 * Fills a new database by the statements, without what a filling alone may do without: a disk that
 * keeps what was written, keys that are looked up, indexes of the large tables that grow row by
 * row. All is there again afterwards, and vacuumed.
 */
async function fillFast(url: string, tables: readonly string[], statements: readonly string[]) {
  await withNewDatabase(url, async () => {});
  await withClient(url, async (client) => fill(client, tables, statements));
}

async function fill(client: pg.Client, tables: readonly string[], statements: readonly string[]) {
  for (const setting of hasty) await client.query(`alter system set ${setting}`);
  await client.query('select pg_reload_conf()');
  await client.query(`set session_replication_role = replica`);
  await client.query(`set maintenance_work_mem = '512MB'`);
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
      where schemaname = 'public' and tablename = any($1) and indexdef not like 'CREATE UNIQUE%'`,
    [tables],
  );
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  for (const statement of statements) await client.query(statement);
  for (const { definition } of indexes) await client.query(definition);
  await client.query('set session_replication_role = origin');
  await client.query('checkpoint');
  for (const setting of hasty) await client.query(`alter system reset ${setting.split(' ')[0]}`);
  await client.query('select pg_reload_conf()');
  await client.query('vacuum analyze');
  await client.query('checkpoint');
}

const hasty = ['fsync = off', 'full_page_writes = off', `max_wal_size = '8GB'`] as const;

/** Opens a session for the admins of so many firms; what a sign-in does after the password. */
export async function signInAdmins(url: string, count: number): Promise<Admin[]> {
  const db = connect(createPool(url, { max: 2 }));
  const rows = await db
    .selectFrom('users')
    .where('role', '=', role.attorneyAdmin)
    .orderBy('email')
    .limit(count)
    .select(['id', 'firmId'])
    .execute();
  const admins: Admin[] = [];
  for (const { id, firmId } of rows)
    admins.push({
      firm: firmId ?? '',
      token: await createSession(db, { userId: id, kind: 'full', now: new Date() }),
    });
  await db.destroy();
  if (admins.length < count)
    throw new Error(`There are ${admins.length} firm admins, not ${count}`);
  return admins;
}

const words = ['mokoena', 'person 47', 'ayesha', 'dlamini p', 'person1'];

/** The first page of each firm, then the third, then the first of a search. */
export function attorneyPageRequests(admins: readonly Admin[]): HttpRequest[] {
  const pages = ['&page=1', '&page=3', '&page=1&search='];
  return pages.flatMap((page) =>
    admins.map(({ firm, token }, index) => {
      const word = page.endsWith('=') ? encodeURIComponent(words[index % words.length] ?? '') : '';
      const query = `role=0&firm=${firm}&itemsPerPage=10&sortOrderStatus=1${page}${word}`;
      const path = `/core/api/users?${query}`;
      return { path, headers: { authorization: `Bearer ${token}` } };
    }),
  );
}

function insertions({
  firms,
  attorneysOfFirm,
}: {
  firms: number;
  attorneysOfFirm: number;
}): string[] {
  return [
    `insert into firms (id, name)
      select uuidv7(), 'Firm number ' || n from generate_series(1, ${firms}) n`,
    `insert into firm_domains (firm_id, position, domain)
      select id, 1, 'firm' || row_number() over (order by id) || '.co.za' from firms`,
    `insert into users (id, firm_id, role, name, email, cell, status, password_reset_required)
      select uuidv7(), d.firm_id, case n when 0 then 1 else 0 end,
        (array['Thandi','Pieter','Ayesha','Johannes','Zanele','Riaan','Nomsa','Sipho','Mari',
          'Kagiso'])[1 + n % 10] || ' ' ||
        (array['Mokoena','Botha','Khan','van der Merwe','Dlamini','Jacobs','Mahlangu','Naidoo',
          'Smit'])[1 + n % 9] || ' person ' || (n * 7919) % 100000,
        'person' || n || '@' || d.domain,
        '08' || lpad(((n * 7919 + row_number() over ()) % 100000000)::text, 8, '0'),
        case n when 0 then 2 else n % 3 end, false
      from generate_series(0, ${attorneysOfFirm}) n cross join firm_domains d`,
    `insert into disbursement_types (id, firm_id, title, fixed, calculated)
      select uuidv7(), id, t, false, true
      from firms cross join unnest(array['Call','Consultation','Photocopies','Sheriff''s fee']) t`,
    `insert into user_disbursement_types (firm_id, user_id, disbursement_type_id, position)
      select u.firm_id, u.id, t.id, row_number() over (partition by u.id order by t.title)
      from users u join disbursement_types t on t.firm_id = u.firm_id where u.role = 0`,
  ];
}
