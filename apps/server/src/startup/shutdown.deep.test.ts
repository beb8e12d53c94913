import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { useProgram } from '../../test/program.ts';

const { test, start, open, beginUpload } = useProgram();

it('cuts off requests that do not end in time, and exits with 1', {
  timeout: 120_000,
}, async () => {
  const { url, child, ended } = await start({ RECOUP_GRACE_SECONDS: '1' });
  const download = open(`${url}/core/api/download`, { type: 'text/csv' });
  download.end();
  const [file] = (await once(download, 'response')) as [IncomingMessage]; // what the event carries
  child.kill('SIGTERM');
  expect(await ended).toEqual([1, null]);
  await expect(text(file)).rejects.toMatchObject({ code: 'ECONNRESET' });
});

/** Requests that never arrive whole. */
const halves = {
  'the body of a stranger':
    'POST /core/api/logon HTTP/1.1\r\nHost: localhost\r\n' +
    'Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{',
  'a head': 'GET /core/api/me HTTP/1.1\r\nHost: local',
  'no byte': '',
};

async function connectTo(url: string, bytes: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => {});
  await new Promise<void>((resolve) =>
    socket.once('connect', () => (bytes === '' ? resolve() : socket.write(bytes, () => resolve()))),
  );
  return socket;
}

it('waits for no request that does not arrive whole, and ends with 0', {
  timeout: 120_000,
}, async () => {
  const { url, child, ended } = await start({});
  for (const half of Object.values(halves))
    for (let count = 0; count < 5; count += 1) await connectTo(url, half);
  const upload = await beginUpload(
    `${url}/core/api/imports?fileName=never.csv`,
    'Ref,Name,Client\nN1,Never,Zulu\n',
  );
  // The server cuts it off; without a listener that would end the run.
  const isCut = once(upload, 'error');
  const before = performance.now();
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  // The grace time of 30 s did not pass.
  expect(performance.now() - before).toBeLessThan(20_000);
  await isCut;
});

it('ends with 0 in time also where an upload comes byte by byte, and keeps nothing of it', {
  timeout: 120_000,
}, async () => {
  const { url, child, ended } = await start({ RECOUP_GRACE_SECONDS: '4' });
  const upload = await beginUpload(
    `${url}/core/api/imports?fileName=never.csv`,
    'Ref,Name,Client\nN1,Never,Zulu\n',
  );
  const broken = new Promise((resolve) => upload.once('error', resolve).once('response', resolve));
  const drip = setInterval(() => upload.write('x'), 100);
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  clearInterval(drip);
  expect(await broken).toMatchObject({ code: expect.stringMatching(/^(?:ECONNRESET|EPIPE)$/) });
  const stored = await test.db
    .selectFrom('matters')
    .where('number', 'like', 'N%')
    .select('number')
    .execute();
  expect(stored).toEqual([]);
});
