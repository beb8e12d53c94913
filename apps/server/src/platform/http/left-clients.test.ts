import { once } from 'node:events';
import { beforeAll, expect, it } from 'vitest';
import { keyRequests } from '../../../test/api-keys.ts';
import { useApp } from '../../../test/app.ts';
import { aSocket, untilAllLeft } from '../../../test/limited-requests.ts';
import { countLockWaits } from '../../../test/lock-waits.ts';
import { request } from '../../../test/raw-http.ts';

const test = useApp();
beforeAll(async () => {
  await test.app.listen({ port: 0, host: '127.0.0.1' });
});

const waits = async () => countLockWaits(test.db);

/** Runs `work` while every statement on the table waits. */
async function whileLocked(table: string, work: () => Promise<void>): Promise<void> {
  const holder = await test.pool.connect();
  await holder.query(`begin; lock table ${table}`);
  try {
    await work();
  } finally {
    await holder.query('commit');
    holder.release();
  }
}

const head = (token: string) => ({ authorization: `Bearer ${token}`, accept: 'application/json' });

it('gives back the turns of searches whose clients left', async () => {
  const firm = await test.aFirm();
  const admin = await test.anAdmin({ firm });
  const token = await test.signIn(admin);
  const search = request('GET /core/api/exports?page=1&itemsPerPage=10', head(token));
  await whileLocked('exports', async () => {
    const sockets = await Promise.all(Array.from({ length: 8 }, async () => aSocket(test, search)));
    await expect.poll(waits).toBe(3);
    for (const socket of sockets) socket.destroy();
    await expect.poll(waits, { timeout: 5_000 }).toBe(0);
    const reply = await test.call('POST /disbursements', {
      token,
      body: { title: 'Copies', fixed: true, calculated: false, firm: firm.id },
    });
    expect(reply.statusCode).toBe(201);
  });
  // The connections serve others.
  const replies = await Promise.all(
    Array.from({ length: 8 }, async () => test.call('GET /exports', { token })),
  );
  expect(replies.map(({ statusCode }) => statusCode)).toEqual(Array<number>(8).fill(200));
});

it('cancels a later search of a connection, and those that wait for it', async () => {
  const token = await test.signInAdmin();
  const path = 'GET /core/api/exports?page=1&itemsPerPage=10';
  const search = request(path, { ...head(token), connection: 'keep-alive' });
  const socket = await aSocket(test, search);
  await once(socket, 'data');
  const warnings: Error[] = [];
  const warn = (warning: Error) => void warnings.push(warning);
  process.on('warning', warn);
  await whileLocked('exports', async () => {
    socket.write(search.repeat(12));
    await expect.poll(waits).toBe(3);
    socket.destroy();
    await expect.poll(waits, { timeout: 5_000 }).toBe(0);
  });
  process.off('warning', warn);
  expect(warnings).toEqual([]);
});

it('cancels what an assistant searches once it has left', async () => {
  const { key } = await keyRequests(test).make(await test.signInAdmin(), { scopes: ['read'] });
  const call = { name: 'find_matters', arguments: { search: 'smit' } };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call });
  const headers = {
    ...head(key),
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
  };
  await whileLocked('matters', async () => {
    const socket = await aSocket(test, request('POST /mcp', headers, body));
    await expect.poll(waits).toBeGreaterThan(0);
    socket.destroy();
    await expect.poll(waits, { timeout: 5_000 }).toBe(0);
  });
});

it('cancels a preview whose client left', async () => {
  const token = await test.signInAdmin();
  const change = { validFrom: '2026-03-01', percent: 6, roundTo: 0.1, dryRun: true };
  const headers = { ...head(token), 'content-type': 'application/json' };
  const body = JSON.stringify(change);
  await whileLocked('call_fee_schedules', async () => {
    const socket = await aSocket(test, request('POST /core/api/rate-changes', headers, body));
    await expect.poll(waits).toBe(1);
    socket.destroy();
    await expect.poll(waits, { timeout: 5_000 }).toBe(0);
  });
});

it('finishes a write whose client left', async () => {
  const firm = await test.aFirm();
  const token = await test.signIn(await test.anAdmin({ firm }));
  const body = JSON.stringify({
    title: 'Sheriff',
    fixed: true,
    calculated: false,
    firm: firm.id,
  });
  const headers = { ...head(token), 'content-type': 'application/json' };
  await whileLocked('disbursement_types', async () => {
    const socket = await aSocket(test, request('POST /core/api/disbursements', headers, body));
    await expect.poll(waits).toBe(1);
    socket.destroy();
    await expect.poll(() => socket.closed).toBe(true);
  });
  await expect
    .poll(async () => (await test.call('GET /disbursements?search=sheriff', { token })).json())
    .toMatchObject({ count: 1 });
});

it.each(['export', 'statement'])('records the file of a %s whose client left', async (kind) => {
  const firm = await test.aFirm();
  const admin = await test.anAdmin({ firm });
  const matter = await test.aMatter(firm);
  await test.anEntry({ firm, attorney: admin, matter });
  const token = await test.signIn(admin);
  const { _id } = await test.data<{ _id: string }>('POST /exports', { token });
  const [subject, path] =
    kind === 'export'
      ? [_id, `exports/${_id}/file`]
      : [matter.id, `matters/${matter.id}/statement`];
  const before = (await test.listAudit(subject)).length;
  await whileLocked('audit_log', async () => {
    const pdf = { ...head(token), accept: 'application/pdf' };
    const socket = await aSocket(test, request(`GET /core/api/${path}`, pdf));
    await expect.poll(waits).toBe(1);
    socket.destroy();
    await untilAllLeft(test);
  });
  await expect.poll(async () => (await test.listAudit(subject)).length).toBe(before + 1);
});
