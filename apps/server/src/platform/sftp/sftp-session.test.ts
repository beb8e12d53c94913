import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type SftpClient from 'ssh2-sftp-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type SftpManner, type SftpSink, startSftp } from '../../../test/sftp-server.ts';
import { createEgress } from '../egress/egress.ts';
import { listEntries, sendFile } from './sftp-files.ts';
import { withSftp } from './sftp-session.ts';

const ctx: { sink?: SftpSink } = {};
const sink = (): SftpSink => ctx.sink as SftpSink; // set in beforeAll

beforeAll(async () => {
  ctx.sink = await startSftp({ keepaliveInterval: 50 });
});
afterAll(async () => sink().close());

const list = async (client: SftpClient) => listEntries(client, '/in', 10);
const send = async (client: SftpClient, parts = 2) =>
  sendFile(client, {
    folder: '/in',
    name: 'long.csv',
    attempt: 1,
    open: async () => Readable.from(Array.from({ length: parts }, () => Buffer.alloc(100_000))),
  });

it.each([
  ['answers nothing to a list', 'says nothing', list],
  ['answers nothing to a file', 'says nothing', send],
  ['does not open its folders', 'opens no folders', list],
] as const)('ends with a server that only keeps the line alive: %s', async (_, manner, work) => {
  const late = wait(4_000, 'still waits', { ref: false });
  await expect(Promise.race([during(manner, work), late])).rejects.toMatchObject({
    problem: 'silent',
  });
});

it('does not end while a slow server takes parts of a long file', async () => {
  const startedAt = Date.now();
  // Twenty times the pause of the server: a busy machine makes each pause longer.
  const silence = 2_000;
  const work = async (client: SftpClient) => send(client, 8);
  await expect(during('is slow', work, silence)).resolves.toMatchObject({ bytes: 800_000 });
  expect(Date.now() - startedAt).toBeGreaterThan(silence);
});

async function during(
  manner: SftpManner,
  work: (client: SftpClient) => Promise<unknown>,
  silence = 500,
) {
  sink().behave(manner);
  const options = {
    egress: createEgress({ allow: '127.0.0.1/32' }),
    limits: { silence, total: 20_000 },
  };
  return withSftp(addressed(sink()), options, work);
}

function addressed({ port, hostKey }: SftpSink) {
  const secret = { password: 'a-secret-of-sftp' };
  return { host: '127.0.0.1', port, userName: 'recoup', secret, hostKey };
}
