import { connect } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { beforeAll, expect, it } from 'vitest';
import { useApp } from '../../../test/app.ts';
import { request, sendRaw, portOf } from '../../../test/raw-http.ts';

// A body below the size that goes to the disk has no least rate of its own: Node ends its request
// in time, and until then it holds no share.
const test = useApp();
const password = 'a-long-and-quiet-river';

/** More requests than there are connections to the database, lanes for hashing or turns. */
const slowOnes = 40;

beforeAll(async () => test.app.listen({ port: 0, host: '127.0.0.1' }));

it('ends forty small bodies sent byte by byte; others sign in and work beside them', async () => {
  const { server } = test.app;
  const port = portOf(server);
  expect([server.requestTimeout, server.headersTimeout]).toEqual([300_000, 50_000]);
  const [user, slowUser] = [await test.anAdmin({ password }), await test.anAdmin()];
  const headers = { 'content-type': 'application/json', 'content-length': '1000' };
  const authorization = `Bearer ${await test.signIn(slowUser)}`;
  const heads = [
    request('POST /core/api/logon', headers),
    request('POST /core/api/disbursements', { ...headers, authorization }),
  ];
  const slow = Array.from({ length: slowOnes }, (_, index) => {
    const socket = Object.assign(connect(port, '127.0.0.1'), { answer: '' });
    socket.setEncoding('utf8').on('data', (chunk: string) => (socket.answer += chunk));
    socket.on('error', () => {}).write(`${heads[index % heads.length]}{`);
    return socket;
  });
  const drip = setInterval(
    () => slow.forEach((socket) => socket.writable && socket.write(' ')),
    200,
  );
  const open = async () =>
    new Promise((resolve) => server.getConnections((_, count) => resolve(count)));
  await expect.poll(open).toBe(slowOnes);

  const logon = await test.call('POST /logon', { body: { email: user.email, password } });
  expect(logon).toAnswer(200);
  expect(await test.call('GET /users', { token: logon.json<{ token: string }>().token })).toAnswer(
    200,
  );

  Object.assign(server, { requestTimeout: 1_000, headersTimeout: 1_000 });
  const answered = () =>
    slow.filter(({ answer }) =>
      /^HTTP\/1\.1 408 .*The request took too long to arrive\./s.test(answer),
    ).length;
  await expect.poll(answered).toBe(slowOnes);
  clearInterval(drip);
  expect((await sendRaw(port, request('GET /healthz'))).status).toBe(200);
});

it('answers 408 to a body that stops coming', async () => {
  const { server } = test.app;
  const port = portOf(server);
  const before = server.timeout;
  server.timeout = 200;
  const socket = connect(port, '127.0.0.1');
  const headers = { 'content-type': 'application/json', 'content-length': '1000' };
  socket.write(`${request('POST /core/api/logon', headers)}{`);
  const answer = await readText(socket);
  server.timeout = before;
  expect(answer).toMatch(/^HTTP\/1\.1 408 .*The request took too long to arrive\./s);
});

it('logs a client that left within its body, but not as an error of the server', async () => {
  const logged = (message: string) => test.log.filter((line) => line.includes(message)).length;
  const errors = logged('request failed');
  const socket = connect(portOf(test.app.server), '127.0.0.1').on('error', () => {});
  const headers = { 'content-type': 'application/json', 'content-length': '1000' };
  socket.write(`${request('POST /core/api/logon', headers)}{`, () => socket.destroy());
  await expect.poll(() => logged('the client left before its body')).toBeGreaterThan(0);
  expect(logged('request failed')).toBe(errors);
});
