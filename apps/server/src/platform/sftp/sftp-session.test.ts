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
const send = async (client: SftpClient) =>
  sendFile(client, {
    folder: '/in',
    name: 'long.csv',
    attempt: 1,
    open: async () => Readable.from(Array.from({ length: 2 }, () => Buffer.alloc(100_000))),
  });

it.each([
  ['answers nothing to a list', 'says nothing', list],
  ['answers nothing to a file', 'says nothing', send],
  ['does not open its folders', 'opens no folders', list],
] as const)('ends with a server that only keeps the line alive: %s', async (_, manner, work) => {
  await expect(inTime(manner, work)).rejects.toMatchObject({ problem: 'silent' });
});

it('does not end while a slow server takes parts of a long file', async () => {
  const startedAt = Date.now();
  await expect(inTime('is slow', send)).resolves.toMatchObject({ bytes: 200_000 });
  expect(Date.now() - startedAt).toBeGreaterThan(silence);
});

const silence = 500;

async function inTime(manner: SftpManner, work: (client: SftpClient) => Promise<unknown>) {
  sink().behave(manner);
  const options = {
    egress: createEgress({ allow: '127.0.0.1/32' }),
    limits: { silence, total: 20_000 },
  };
  return Promise.race([
    withSftp(addressed(sink()), options, work),
    wait(4_000, 'still waits', { ref: false }),
  ]);
}

function addressed({ port, hostKey }: SftpSink) {
  const secret = { password: 'a-secret-of-sftp' };
  return { host: '127.0.0.1', port, userName: 'recoup', secret, hostKey };
}
