import { randomBytes } from 'node:crypto';
import type { Db } from '../../src/platform/database/connections.ts';
import type { FirmFixture } from './firm-fixture.ts';

/** An SFTP server in a private network, whose secret nobody can open. */
export async function someHandOver(
  db: Db,
  { id: firmId, sftpServer, mark, secret }: FirmFixture,
  { now }: { now: Date },
): Promise<void> {
  await db
    .insertInto('sftpServers')
    .values({
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
    })
    .execute();
}
