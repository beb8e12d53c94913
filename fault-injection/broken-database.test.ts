import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildApp } from '../apps/server/src/app.ts';
import { connect, type Db } from '../apps/server/src/platform/database/connections.ts';
import { createPool } from '../apps/server/src/platform/database/pool.ts';
import { useApp } from '../apps/server/test/app.ts';
import { isDeep } from '../apps/server/test/deep.ts';
import { aUser } from '../apps/server/test/factories.ts';
import { startTcpProxy, type TcpProxy } from './support/tcp-proxy.ts';

const kinds: readonly ('cuts' | 'swallows')[] = isDeep ? ['cuts', 'swallows'] : ['cuts'];
const test = useApp();
let proxy: TcpProxy;
let db: Db;
let token = '';

beforeAll(async () => {
  const url = new URL(test.databaseUrl);
  proxy = await startTcpProxy({ path: `${url.searchParams.get('host')}/.s.PGSQL.5432` });
  db = connect(createPool(`postgres://${url.username}@127.0.0.1:${proxy.port}${url.pathname}`));
  token = await test.signIn(await aUser(test.db));
});

afterAll(async () => {
  await proxy.close();
  await db.destroy();
});

it.each(kinds)(
  'answers 503 while the network to the database %s, and recovers by itself',
  { timeout: 120_000 },
  async (kind) => {
    const app = await buildApp({ db, publicUrl: 'http://recoup.test', clock: test.clock });
    const ask = async () =>
      (await app.inject({ url: '/core/api/me', headers: { authorization: `Bearer ${token}` } }))
        .statusCode;
    expect(await ask()).toBe(200);
    proxy.turn({ kind });
    expect(await ask()).toBe(503);
    proxy.turn({ kind: 'passes' });
    expect(await ask()).toBe(200);
    await app.close();
  },
);
