import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { role, userStatus } from '@recoup/contract/core/access';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { aFirm, aUser } from '../../../test/factories.ts';
import { authenticate, createSession } from '../../account/session/sessions.service.ts';
import { createAllFirmsScope, createFirmScope } from '../core/actor.ts';
import { connect, type Db, withoutFirm, withScope } from './connections.ts';
import { createPool } from './pool.ts';
import { migrate } from '../../startup/migrate.ts';
import { ensureAppRole } from './app-role.ts';
import { packageRoot } from '../core/package-root.ts';

/** A role that owns its database and nothing else, as hosters set it up. */
const owner = `owner_${randomBytes(6).toString('hex')}`;
const server = connect(createPool(inject('databaseUrl'), { max: 1 }));
const urlOf = (user: string): string =>
  inject('databaseUrl').replace(/recoup@\/recoup/, `${user}@/${owner}`);
const ownerPool = createPool(urlOf(owner), { max: 2 });
const db = connect(ownerPool);

const onServer = async (statement: string) => sql.raw(statement).execute(server);

beforeAll(async () => {
  await onServer(`create role ${owner} login`);
  await onServer(`create database ${owner} owner ${owner}`);
  await migrate(db, ownerPool);
});
afterAll(async () => {
  await db.destroy();
  await onServer(`drop database ${owner} with (force)`);
  await onServer(`drop role ${owner}`);
  await server.destroy();
});

const visible = async (on: Db) =>
  (await on.selectFrom('firms').select('id').orderBy('id').execute()).map(({ id }) => id);
const roleOf = async (on: Db) =>
  (await sql<{ role: string }>`select current_user as role`.execute(on)).rows[0]?.role;

it('forces the policies upon an owner who may not create roles', async () => {
  const [a, b] = [await aFirm(db), await aFirm(db)];
  const everywhere = withScope(db, createAllFirmsScope());
  const inA = withScope(db, createFirmScope(a.id));
  expect([await roleOf(inA), await visible(inA)]).toEqual([owner, [a.id]]);
  expect(await visible(everywhere)).toEqual([a.id, b.id].toSorted());
  const foreign = aUser(inA, { firm: b, role: role.attorney });
  await expect(foreign).rejects.toMatchObject({ code: '42501' });
  const own = await aUser(inA, { firm: a, role: role.attorney });
  const { rows } = await sql<{
    isTaken: boolean;
  }>`select is_email_taken(${own.email}) as "isTaken"`.execute(
    withScope(db, createFirmScope(b.id)),
  );
  expect(rows).toEqual([{ isTaken: true }]);
  const now = new Date();
  const token = await createSession(inA, { userId: own.id, kind: 'full', now });
  expect(
    await authenticate(withoutFirm(db), token, { now, systemAdminFactorFrom: undefined }),
  ).toMatchObject({ userId: own.id, scope: { firmId: a.id } });
  const left = await aUser(inA, { firm: a, status: userStatus.inactive });
  await everywhere
    .updateTable('firmDomains')
    .set({ firmId: b.id, position: 2 })
    .where('domain', '=', a.domain)
    .execute();
  await sql`select release_email(${left.email}, ${b.id}, null, '', '', now())`.execute(
    withScope(db, createFirmScope(b.id)),
  );
  const emails = inA.selectFrom('users').where('id', '=', left.id).select('email');
  expect(await emails.execute()).toEqual([{ email: `${left.id}@released.invalid` }]);
  expect(await visible(inA)).toEqual([a.id]);
});

it('uses the role that an administrator created, and releases the owner', async () => {
  await onServer(`grant recoup_app to ${owner}`);
  await ensureAppRole(db);
  const fresh = connect(createPool(urlOf(owner), { max: 2 }));
  const inA = withScope(fresh, createFirmScope(await firstFirm()));
  expect([await roleOf(inA), await visible(inA)]).toEqual(['recoup_app', [await firstFirm()]]);
  const { rows } = await sql`select relname from pg_class
      where relforcerowsecurity and relnamespace = 'public'::regnamespace`.execute(fresh);
  expect(rows).toEqual([]);
  await fresh.destroy();
});

it('changes nothing where everything is as it should be', async () => {
  const before = await stateOf();
  await ensureAppRole(db);
  expect(await stateOf()).toEqual(before);
});

it('grants the role its functions where public has no right to any', async () => {
  await sql`revoke execute on all functions in schema public from public`.execute(db);
  await ensureAppRole(db);
  const { rows } = await sql<{
    name: string;
  }>`select proname as name from pg_proc where pronamespace = 'public'::regnamespace
    and prorettype <> 'trigger'::regtype
    and not has_function_privilege('recoup_app', oid, 'execute')`.execute(db);
  expect(rows).toEqual([]);
});

it('sets no time limit for migrations alone', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'recoup-migrations-'));
  await cp(join(packageRoot, 'migrations'), folder, { recursive: true });
  await writeFile(
    join(folder, '9999-told.sql'),
    `create table told as select current_setting('statement_timeout') as most;`,
  );
  const pool = createPool(urlOf(owner), { max: 2 });
  await migrate(db, pool, folder);
  const { rows } = await pool.query(
    `select most, current_setting('statement_timeout') as usual from told`,
  );
  await pool.end();
  await rm(folder, { recursive: true });
  expect(rows).toEqual([{ most: '0', usual: '30s' }]);
});

it('serves nothing past the policies', async () => {
  const url = urlOf(owner);
  await onServer(`revoke recoup_app from ${owner}`);
  const fresh = connect(createPool(url, { max: 2 }));
  const everywhere = withScope(fresh, createAllFirmsScope());
  const refusal = 'policies that do not hold';
  await expect(visible(everywhere)).rejects.toThrow(refusal);
  await expect(everywhere.deleteFrom('firms').execute()).rejects.toThrow(refusal);
  await expect(everywhere.transaction().execute(async (trx) => visible(trx))).rejects.toThrow(
    refusal,
  );
  expect(await visible(fresh)).not.toEqual([]);
  await fresh.destroy();
});

it('explains what to do for a user that bypasses policies', async () => {
  await onServer(`alter role ${owner} bypassrls`);
  const fresh = connect(createPool(urlOf(owner), { max: 2 }));
  await expect(ensureAppRole(fresh)).rejects.toThrow(
    `create role recoup_app nologin; grant recoup_app to ${owner};`,
  );
  await fresh.destroy();
});

async function firstFirm(): Promise<string> {
  return (await visible(db))[0] ?? '';
}

/** The row versions of the catalogue; each grant writes new ones. */
async function stateOf(): Promise<unknown> {
  const { rows } =
    await sql`select oid, xmin::text from pg_class where relnamespace = 'public'::regnamespace
    union all select oid, xmin::text from pg_proc where pronamespace = 'public'::regnamespace
    order by 1`.execute(db);
  return rows;
}
