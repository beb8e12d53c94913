import { newId } from '@recoup/contract/core/ids';
import type { TestApp } from './app.ts';

type Send = <T>(what: string, body?: unknown) => Promise<T>;

/** An SFTP server, and a hand-over to it that has run. */
export async function aHandOver(
  test: TestApp,
  send: Send,
  { firmId, name, exportId }: { firmId: string; name: string; exportId: string },
): Promise<void> {
  const server = await send<{ data: { _id: string } }>('POST /sftp-servers', {
    name: `Server ${name}`,
    host: 'sftp.example.com',
    user: `user of ${name}`,
    password: `the secret of ${name}`,
    folder: `/${name}`,
  });
  const serverId = server.data._id;
  const handOver = await send<{ data: { _id: string } }>('POST /hand-overs', {
    name: `Hand-over ${name}`,
    on: 'daily',
    time: '16:00',
    server: serverId,
  });
  const now = test.clock.now();
  await test.db
    .insertInto('handOverRuns')
    .values({
      firmId,
      id: newId(),
      handOverId: handOver.data._id,
      name: `Hand-over ${name}`,
      dueAt: now,
      startedAt: now,
      upTo: '2026-03-05',
      state: 'sent',
      type: 'csv',
      exportId,
      serverId,
      recipient: `sftp.example.com, /${name}`,
      fileName: `file of ${name}.csv`,
      tries: 1,
    })
    .execute();
}
