import { newId } from '@recoup/contract/core/ids';
import type { TestApp } from './app.ts';

type Send = <T>(what: string, body?: unknown) => Promise<T>;

/** An SFTP server, a hand-over to it that has run, and an import from it. */
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
  await test.insertRows('handOverRuns', {
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
  });
  await aMatterIntake(test, send, { firmId, name, serverId });
}

/** A folder that is read on schedule, a run, and a file that could not be moved. */
async function aMatterIntake(
  test: TestApp,
  send: Send,
  { firmId, name, serverId }: { firmId: string; name: string; serverId: string },
): Promise<void> {
  await send('PUT /matter-intake', { server: serverId, folder: `/${name}`, time: '06:00' });
  const now = test.clock.now();
  const file = { name: `file of ${name}.csv`, state: 'imported', message: name, movedTo: null };
  const files = JSON.stringify([file]);
  await test.insertRows('matterIntakeRuns', {
    firmId,
    id: newId(),
    startedAt: now,
    state: 'done',
    message: name,
    files,
  });
  await test.insertRows('matterIntakeFiles', {
    firmId,
    name: file.name,
    bytes: 10,
    modifiedAt: now,
  });
}
