import { role } from '@recoup/contract/core/access';
import { newId } from '@recoup/contract/core/ids';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { createSession } from '../../apps/server/src/account/session/sessions.service.ts';
import type { Db } from '../../apps/server/src/platform/database/connections.ts';
import { drain } from './downloads.ts';

export type Office = { firmId: string; token: string; rows: number };

/** A firm with so many entries on 1 000 matters, and the session of its admin. */
export async function anOffice(db: Db, databaseUrl: string, rows: number): Promise<Office> {
  const [firmId, attorneyId, adminId, typeId] = [newId(), newId(), newId(), newId()];
  await db
    .insertInto('firms')
    .values({ id: firmId, name: `Firm ${firmId}` })
    .execute();
  const domain = `${firmId}.co.za`;
  await db.insertInto('firmDomains').values({ firmId, position: 1, domain }).execute();
  const user = { firmId, cell: '', status: 2, passwordResetRequired: false };
  await db
    .insertInto('users')
    .values([
      {
        ...user,
        id: attorneyId,
        role: role.attorney,
        name: 'Thabo Mokoena',
        email: `${attorneyId}@${domain}`,
      },
      {
        ...user,
        id: adminId,
        role: role.attorneyAdmin,
        name: 'Lerato Nkosi',
        email: `${adminId}@${domain}`,
      },
    ])
    .execute();
  await db
    .insertInto('disbursementTypes')
    .values({ id: typeId, firmId, title: 'Call', fixed: false, calculated: true })
    .execute();
  await withClient(databaseUrl, async (client) => {
    // What the keys refer to is there; checking a million times would take most of the run.
    await client.query('set session_replication_role = replica');
    await client.query(
      `insert into matters (id, firm_id, number, description, client, status)
      select uuidv7(), $1, 'KM' || n, 'Transfer of Erf ' || n || ', Sandton', 'Müller Boerdery (Pty) Ltd', 'Open' from generate_series(1, 1000) n`,
      [firmId],
    );
    await client.query(
      `insert into entries (id, firm_id, attorney_id, created_by, matter_id, disbursement_type_id, date, minutes, amount_cents, narration)
      select uuidv7(), $1, $2, $2, m.ids[1 + n % 1000], $3, date '2026-01-01' + n % 365, n % 40, 3300 + n % 1000, 'Call to client about the settlement proposal ' || n
      from generate_series(1, $4::int) n, (select array_agg(id) as ids from matters where firm_id = $1) m`,
      [firmId, attorneyId, typeId, rows],
    );
    await client.query('vacuum analyze');
  });
  return {
    firmId,
    rows,
    token: await createSession(db, { userId: adminId, kind: 'full', now: new Date() }),
  };
}

/** Forgets what the firm exported, so that the next download is a first one again. */
export async function forgetExports(databaseUrl: string, { firmId }: Office): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    await client.query('delete from exports where firm_id = $1', [firmId]);
  });
}

/** The same rows in the same order, as PostgreSQL itself writes them; in milliseconds. */
export async function copyOut(databaseUrl: string, office: Office): Promise<number> {
  return withClient(databaseUrl, async (client) => {
    const start = performance.now();
    await drain(client.query(copyTo(`copy (${linesOf(office)}) to stdout with (format csv)`)));
    return performance.now() - start;
  });
}

/** As `copyOut`, but keeps the rows in a table first and sends them from there, which is what a first export has to do. */
export async function keepAndCopyOut(databaseUrl: string, office: Office): Promise<number> {
  return withClient(databaseUrl, async (client) => {
    const start = performance.now();
    await client.query(`create table kept_lines as ${linesOf(office)}`);
    await drain(client.query(copyTo('copy kept_lines to stdout with (format csv)')));
    const ms = performance.now() - start;
    await client.query('drop table kept_lines');
    return ms;
  });
}

/** Writes each entry of the firm anew, as locking or freeing it does, and takes it back; in milliseconds. */
export async function rewriteEntries(databaseUrl: string, { firmId }: Office): Promise<number> {
  return withClient(databaseUrl, async (client) => {
    await client.query('begin');
    const start = performance.now();
    await client.query('update entries set narration = narration where firm_id = $1', [firmId]);
    const ms = performance.now() - start;
    await client.query('rollback');
    return ms;
  });
}

function linesOf({ firmId }: Office): string {
  return `select entries.date, matters.number, matters.client, matters.description, users.name, disbursement_types.title, entries.minutes,
      entries.quantity, entries.amount_cents, entries.narration
    from entries join users on users.id = entries.attorney_id join matters on matters.id = entries.matter_id
    join disbursement_types on disbursement_types.id = entries.disbursement_type_id
    where entries.firm_id = '${firmId}' order by entries.date, entries.id`;
}

async function withClient<T>(
  databaseUrl: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
