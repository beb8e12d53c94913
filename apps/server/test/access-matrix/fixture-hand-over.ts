import { randomBytes } from 'node:crypto';
import type { Db } from '../../src/platform/database/connections.ts';
import type { FirmFixture } from './firm-fixture.ts';
import { insertRows } from '../rows.ts';

/** An SFTP server whose secret cannot be opened, a hand-over by mail, and a run to the server. */
export async function someHandOver(
  db: Db,
  { id: firmId, sftpServer, handOver, handOverRun, mark, secret, people, ...side }: FirmFixture,
  { now }: { now: Date },
): Promise<void> {
  await insertRows(db, 'sftpServers', {
    firmId,
    id: sftpServer.id,
    name: `Server ${mark}`,
    host: '10.0.0.1',
    port: 22,
    userName: secret,
    secretKind: 'password',
    sealedSecret: randomBytes(40),
    folder: `/${secret}`,
    createdAt: now,
  });
  await insertRows(db, 'handOvers', {
    firmId,
    id: handOver.id,
    name: `Hand-over ${secret}`,
    type: 'csv',
    email: `ledger@${secret}.example`,
    dayKind: 'daily',
    timeOfDay: '16:00',
    isOn: true,
    savedBy: people.admin.id,
    createdAt: now,
    nextAt: new Date(now.getTime() + 3_600_000),
  });
  await insertRows(db, 'handOverRuns', {
    firmId,
    id: handOverRun.id,
    handOverId: handOver.id,
    name: `Hand-over ${secret}`,
    dueAt: now,
    startedAt: now,
    upTo: '2026-03-05',
    state: 'failed',
    message: `No server for ${secret}`,
    exportId: side.export.id,
    type: 'csv',
    serverId: sftpServer.id,
    recipient: `10.0.0.1, /${secret}`,
    fileName: `${secret}.csv`,
    tries: 1,
  });
}
