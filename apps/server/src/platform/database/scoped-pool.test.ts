import { apiRoot } from '@recoup/contract/core/endpoint';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { useApp } from '../../../test/app.ts';
import { aBusyFirm, type BusyFirm } from '../../../test/busy-firm.ts';
import { authenticate } from '../../account/session/sessions.service.ts';
import { buildApp } from '../../app.ts';
import { createFirmScope } from '../core/actor.ts';
import { connect, type Db, withCopyTransaction, withoutFirm, withScope } from './connections.ts';
import { createPool } from './pool.ts';

const test = useApp();
const ctx: { db?: Db; app?: FastifyInstance; a?: BusyFirm; b?: BusyFirm; system: string } = {
  system: '',
};
const db = (): Db => ctx.db as Db; // set in beforeAll
const firm = (which: 'a' | 'b'): BusyFirm => ctx[which] as BusyFirm; // set in beforeAll
const at = () => ({ now: test.clock.now(), systemAdminFactorFrom: undefined });
const scopeOf = (which: 'a' | 'b') => createFirmScope(firm(which).firm.id);

beforeAll(async () => {
  ctx.a = await aBusyFirm(test, 'Alpha');
  ctx.b = await aBusyFirm(test, 'Bravo');
  ctx.system = await test.signInAs({ firm: null });
  ctx.db = connect(createPool(test.databaseUrl, { max: 2 }));
  ctx.app = await buildApp({ db: ctx.db, clock: test.clock, publicUrl: 'http://recoup.test' });
});
afterAll(async () => {
  await ctx.app?.close();
  // Kysely closes only what was used.
  await sql`select 1`.execute(db());
  await db().destroy();
});

async function ask(
  token: string,
  path: string,
  more: { method?: 'POST'; accept?: string; payload?: object } = {},
) {
  const { method = 'GET', accept = 'application/json', payload } = more;
  const headers = { authorization: `Bearer ${token}`, accept };
  return ctx.app?.inject({ method, url: apiRoot + path, headers, payload });
}

it('keeps the firms apart whose requests take turns on two connections', async () => {
  const requested = [
    '/users?role=0',
    '/matters',
    '/entries',
    '/disbursements',
    '/firms',
    '/exports',
    '/imports',
    '/me',
  ];
  const other = { a: 'Bravo', b: 'Alpha' } as const;
  const round = (['a', 'b'] as const).flatMap((which) => {
    const { token } = firm(which).admin;
    const { firm: own } = firm(which);
    const upload = {
      method: 'POST',
      payload: { fileStream: `Ref,Name\n${own.name},x\n`, dryRun: true },
    } as const;
    const all = [
      ...requested.map(async (path) => ask(token, path)),
      ask(token, '/matters', { accept: 'text/csv' }),
      ask(token, '/upload', upload),
      // One that fails in the middle of its transaction.
      ask(token, '/disbursements', {
        method: 'POST',
        payload: {
          title: `Type ${own.name.slice(10)}`,
          fixed: true,
          calculated: false,
          firm: own.id,
        },
      }),
    ];
    return all.map(async (reply) => ({ which, reply: await reply }));
  });
  const everybody = Array.from({ length: 5 }, async () => ask(ctx.system, '/firms'));
  for (const { which, reply } of await Promise.all(round)) {
    expect(reply?.statusCode).toBeLessThan(500);
    expect(reply?.body).not.toContain(other[which]);
  }
  for (const reply of await Promise.all(everybody))
    expect(reply?.json()).toMatchObject({ count: 2 });
});

it('resets the scope when a request fails', async () => {
  const failing = withScope(db(), scopeOf('a'))
    .transaction()
    .execute(async (trx) => sql`select 1 / 0, set_config('recoup.firm', 'all', true)`.execute(trx));
  await expect(failing).rejects.toThrow('division by zero');
  const rows = await Promise.all(
    [1, 2, 3].map(async () =>
      withScope(db(), scopeOf('b')).selectFrom('firms').select('id').execute(),
    ),
  );
  expect(rows.flat()).toEqual(Array.from({ length: 3 }, () => ({ id: firm('b').firm.id })));
});

it('holds for COPY, and for rows that are fetched in pieces', async () => {
  const copied = await withCopyTransaction(withScope(db(), scopeOf('b')), async (trx) =>
    trx.selectFrom('matters').select('firmId').execute(),
  );
  expect(copied).toEqual([{ firmId: firm('b').firm.id }]);
  const fetched = await withScope(db(), scopeOf('a'))
    .transaction()
    .execute(async (trx) => {
      await sql`declare rows cursor for select firm_id from matters`.execute(trx);
      return sql`fetch all from rows`.execute(trx);
    });
  expect(fetched.rows).toEqual([{ firmId: firm('a').firm.id }]);
});

it('looks up a session without a firm, and shows the next request its own firm', async () => {
  const one = connect(createPool(test.databaseUrl, { max: 1 }));
  const door = withoutFirm(one);
  const shown = async (on: Db) =>
    (await on.selectFrom('firms').select('id').execute()).map(({ id }) => id);
  for (const which of ['a', 'b', 'a'] as const) {
    expect(await authenticate(door, firm(which).admin.token, at())).toMatchObject({
      scope: { firmId: firm(which).firm.id },
    });
    expect(await shown(door)).toEqual([]);
    expect(await shown(withScope(one, scopeOf('b')))).toEqual([firm('b').firm.id]);
    expect(await shown(withScope(one, scopeOf('a')))).toEqual([firm('a').firm.id]);
  }
  await sql`select 1`.execute(one);
  await one.destroy();
  await expect(authenticate(door, firm('a').admin.token, at())).rejects.toThrow(
    'after calling end on the pool',
  );
});

it('limits statements, and has none compiled before it runs', async () => {
  const { rows } = await sql`select current_setting('statement_timeout') as limit,
    current_setting('jit') as jit`.execute(withScope(db(), scopeOf('a')));
  expect(rows).toEqual([{ limit: '30s', jit: 'off' }]);
});

it('caches one pool for each scope', () => {
  expect(withScope(db(), scopeOf('a'))).toBe(withScope(db(), scopeOf('a')));
  expect(withScope(db(), scopeOf('b'))).not.toBe(withScope(db(), scopeOf('a')));
});

it('serves as a role that owns nothing', async () => {
  const { rows } = await sql<{ role: string }>`select current_user as role`.execute(
    withScope(db(), scopeOf('a')),
  );
  expect(rows).toEqual([{ role: 'recoup_app' }]);
  for (const statement of [
    'create table x ()',
    'truncate limits',
    'select * from graphile_worker._private_jobs',
    'alter table users disable row level security',
  ]) {
    await expect(sql.raw(statement).execute(withScope(db(), scopeOf('a')))).rejects.toMatchObject({
      code: '42501',
    });
  }
});
