import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { fileTypes } from '@recoup/contract/exports/files';
import { exportEndpoints } from '@recoup/contract/exports/endpoints';
import { expect, it, vi } from 'vitest';
import { useApp } from '../../test/app.ts';
import { portOf } from '../../test/raw-http.ts';

const test = useApp();
/** Timeout of a silent connection in ms: long enough for a busy machine to read the request. */
const patience = 2_500;

it.each([
  ['POST', '/exports', 201],
  ['GET', '/download', 200],
  ['PUT', '/exports/{id}/reopening', 200],
])(
  'answers %s %s, though it took longer than a silent connection is kept',
  async (method, path, status) => {
    const firm = await test.aFirm();
    const admin = await test.anAdmin({ firm });
    await test.anEntry({ firm, attorney: admin });
    const token = await test.signIn(admin);
    const headers = { authorization: `Bearer ${token}`, accept: fileTypes.csv };
    const id = method === 'PUT' ? await anExport(token) : '';
    const { server } = test.app;
    if (!server.listening) await test.app.listen({ port: 0, host: '127.0.0.1' });
    const port = portOf(server);
    const holder = await test.pool.connect();
    await holder.query('begin');
    // An export cannot get its number before this ends, and what is held cannot be let go.
    await holder.query(`select pg_advisory_xact_lock(hashtextextended('exports ' || $1, 0))`, [
      firm.id,
    ]);
    await holder.query('select from exports where firm_id = $1 for update', [firm.id]);
    server.setTimeout(patience);
    const connected = once(server, 'connection') as Promise<[Socket]>; // the event's only argument
    const body = method === 'PUT' ? JSON.stringify({ reason: 'A wrong rate' }) : '';
    const request = http
      .request({
        port,
        host: '127.0.0.1',
        method,
        path: `/core/api${path.replace('{id}', id)}`,
        headers: {
          ...headers,
          ...(body !== '' && {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(body),
          }),
        },
        agent: false,
      })
      .end(body);
    const answered = once(request, 'response') as Promise<[IncomingMessage]>; // its only argument
    const [socket] = await connected;
    await vi.waitFor(() => expect(socket.timeout).toBeGreaterThan(60_000), 10_000);
    // Silent as the other, and later: when it is given up, so is the other one, if it is.
    const silent = connect(port, '127.0.0.1').resume();
    await once(silent, 'close');
    await holder.query('commit');
    holder.release();
    const [reply] = await answered;
    expect(reply).toAnswer(status);
    // What is sent now moves, or is given up as usual.
    reply.resume();
    await expect.poll(() => socket.timeout).toBe(patience);
  },
);

async function anExport(token: string): Promise<string> {
  const reply = await test.call('POST /exports', { token });
  return exportEndpoints.createExport.replies[201].parse(reply.json()).data._id;
}
