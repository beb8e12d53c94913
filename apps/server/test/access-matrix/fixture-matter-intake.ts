import { randomBytes } from 'node:crypto';
import { newId } from '@recoup/contract/core/ids';
import type { Db } from '../../src/platform/database/connections.ts';
import type { FirmFixture } from './firm-fixture.ts';
import { insertRows } from '../rows.ts';

/** A folder of a server of its own, a run, and a file that could not be moved. */
export async function someMatterIntake(
  db: Db,
  { id: firmId, mark, secret, people }: FirmFixture,
  { now }: { now: Date },
): Promise<void> {
  const serverId = newId();
  await insertRows(db, 'sftpServers', {
    firmId,
    id: serverId,
    name: `Practice system ${mark}`,
    host: '10.0.0.2',
    port: 22,
    userName: secret,
    secretKind: 'password',
    sealedSecret: randomBytes(40),
    folder: '',
    createdAt: now,
  });
  const nextAt = new Date(now.getTime() + 3_600_000);
  const place = { serverId, folder: `/${secret}`, pattern: `${secret}*`, days: 'daily' };
  await insertRows(db, 'matterIntakes', {
    firmId,
    ...place,
    timeOfDay: '06:00',
    isOn: true,
    savedBy: people.admin.id,
    nextAt,
  });
  const files = JSON.stringify([
    { name: secret, state: 'refused', message: secret, movedTo: null },
  ]);
  await insertRows(db, 'matterIntakeRuns', {
    firmId,
    id: newId(),
    startedAt: now,
    state: 'done',
    message: secret,
    files,
  });
  await insertRows(db, 'matterIntakeFiles', { firmId, name: secret, bytes: 10, modifiedAt: now });
}
