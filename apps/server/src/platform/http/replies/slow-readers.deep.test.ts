import { connect } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { useApp } from '../../../../test/app.ts';
import { request, portOf } from '../../../../test/raw-http.ts';
import { buildApp } from '../../../app.ts';

const test = useApp();
let app: Awaited<ReturnType<typeof buildApp>> | undefined;

beforeAll(async () => {
  app = await buildApp({
    db: test.db,
    clock: test.clock,
    publicUrl: 'http://recoup.test',
    maxPauseMs: 500,
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => app?.close());

it('disconnects a client that reads nothing of its download', async () => {
  if (!app) throw new Error('there is no app yet');
  const { server } = app;
  const firm = await test.aFirm();
  const token = await test.signInAdmin({ firm });
  // More than what the system keeps of a connection that is not read.
  const fill = `insert into matters (id, firm_id, number, description, status)
    select gen_random_uuid(), $1, 'G' || n, repeat('x', 900), 'Open'
    from generate_series(1, 12000) n`;
  await test.pool.query(fill, [firm.id]);
  const served = vi.fn<() => void>();
  server.once('request', served);
  const port = portOf(server);
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.pause().on('error', () => {});
  socket.write(
    request('GET /core/api/matters', { authorization: `Bearer ${token}`, accept: 'text/csv' }),
  );
  await vi.waitFor(() => expect(served).toHaveBeenCalledOnce(), 10_000);
  await vi.waitFor(
    async () => expect(await promisify(server.getConnections.bind(server))()).toBe(0),
    30_000,
  );
});
