import { role } from '@recoup/contract/core/access';
import { newId } from '@recoup/contract/core/ids';
import { to as copyTo } from 'pg-copy-streams';
import { createSession } from '../../apps/server/src/account/session/sessions.service.ts';
import type { Db } from '../../apps/server/src/platform/database/connections.ts';
import { drain } from './downloads.ts';
import { withClient } from './measure.ts';

export type Firm = { firmId: string; attorneyId: string; email: string; token: string };
export type FirmWithEntries = Firm & { rows: number };

/** A firm with one attorney, whose email is `email`, and the session of its admin. */
export async function seedFirm(db: Db): Promise<Firm> {
  const [firmId, attorneyId, adminId] = [newId(), newId(), newId()];
  const domain = `f${firmId.slice(-12)}.co.za`;
  const email = `attorney@${domain}`;
  await db
    .insertInto('firms')
    .values({ id: firmId, name: `Firm ${firmId}` })
    .execute();
  await db.insertInto('firmDomains').values({ firmId, position: 1, domain }).execute();
  const user = { firmId, name: 'Thabo Mokoena', cell: '', status: 2, passwordResetRequired: false };
  const admin = { ...user, id: adminId, role: role.attorneyAdmin, email: `admin@${domain}` };
  await db
    .insertInto('users')
    .values([{ ...user, id: attorneyId, role: role.attorney, email }, admin])
    .execute();
  const token = await createSession(db, { userId: adminId, kind: 'full', now: new Date() });
  return { firmId, attorneyId, email, token };
}

/** Entries of a firm whose list is looked at. */
const forLists = 10_000;

/** A firm with so many entries on 1,000 matters. */
export async function seedFirmWithEntries(db: Db, databaseUrl: string, rows: number) {
  const firm = await seedFirm(db);
  const typeId = newId();
  await db
    .insertInto('disbursementTypes')
    .values({ id: typeId, firmId: firm.firmId, title: 'Call', fixed: false, calculated: true })
    .execute();
  await withClient(databaseUrl, async (client) => {
    // The referenced rows exist, and files need no totals of days: a million checks and sums would
    // take most of the run. The list of entries needs the totals.
    if (rows > forLists) await client.query('set session_replication_role = replica');
    await client.query(insertMatters, [firm.firmId]);
    await client.query(insertEntries, [firm.firmId, firm.attorneyId, typeId, rows]);
    await client.query('vacuum analyze');
  });
  return { ...firm, rows };
}

const insertMatters = `
  insert into matters (id, firm_id, number, description, client, status)
  select uuidv7(), $1, 'KM' || n, 'Transfer of Erf ' || n || ', Sandton',
    'Müller Boerdery (Pty) Ltd', 'Open'
  from generate_series(1, 1000) n`;

const insertEntries = `
  insert into entries (id, firm_id, attorney_id, created_by, matter_id, disbursement_type_id,
    date, minutes, amount_cents, narration)
  select uuidv7(), $1, $2, $2, m.ids[1 + n % 1000], $3,
    date '2026-01-01' + n % 365, n % 40, 3300 + n % 1000,
    'Call to client about the settlement proposal ' || n
  from generate_series(1, $4::int) n,
    (select array_agg(id) as ids from matters where firm_id = $1) m`;

/** Deletes the firm's exports, so that the next download is a first one again. */
export async function forgetExports(databaseUrl: string, { firmId }: Firm): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    await client.query('delete from exports where firm_id = $1', [firmId]);
  });
}

/** Milliseconds in which PostgreSQL itself writes the same rows in the same order. */
export async function copyOut(databaseUrl: string, firm: Firm): Promise<number> {
  return withClient(databaseUrl, async (client) => {
    const start = performance.now();
    await drain(client.query(copyTo(`copy (${exportQuery(firm)}) to stdout with (format csv)`)));
    return performance.now() - start;
  });
}

/** As `copyOut`, by way of a table, as a first export is stored before it is sent. */
export async function keepAndCopyOut(databaseUrl: string, firm: Firm): Promise<number> {
  return withClient(databaseUrl, async (client) => {
    const start = performance.now();
    await client.query(`create table kept_lines as ${exportQuery(firm)}`);
    await drain(client.query(copyTo('copy kept_lines to stdout with (format csv)')));
    const ms = performance.now() - start;
    await client.query('drop table kept_lines');
    return ms;
  });
}

/** Milliseconds of an UPDATE of each entry, as closing an export needs; rolled back. */
export async function rewriteEntries(databaseUrl: string, { firmId }: Firm): Promise<number> {
  return withClient(databaseUrl, async (client) => {
    await client.query('begin');
    const start = performance.now();
    await client.query('update entries set narration = narration where firm_id = $1', [firmId]);
    const ms = performance.now() - start;
    await client.query('rollback');
    return ms;
  });
}

/** The lines of an export, in their order. */
export function exportQuery({ firmId }: Firm): string {
  return `select entries.date, matters.number, matters.client, matters.description, users.name,
      disbursement_types.title, entries.minutes, entries.quantity, entries.amount_cents,
      entries.narration
    from entries join users on users.id = entries.attorney_id
    join matters on matters.id = entries.matter_id
    join disbursement_types on disbursement_types.firm_id = entries.firm_id
      and disbursement_types.id = entries.disbursement_type_id
    where entries.firm_id = '${firmId}' order by entries.date, entries.id`;
}
