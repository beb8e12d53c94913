import type { SftpServer } from '@recoup/contract/hand-over/sftp-endpoints';
import { sql } from 'kysely';
import type { FirmScope } from '../../platform/core/actor.ts';
import { lockName } from '../../platform/database/advisory-lock.ts';
import type { Db, Trx } from '../../platform/database/connections.ts';
import { foldedText } from '../../platform/database/pagination-and-search.ts';

export type KeptServer = Omit<SftpServer, '_id' | 'user'> & {
  id: string;
  userName: string;
  sealedSecret: Buffer;
};

export async function listKeptServers(db: Db, firm: FirmScope): Promise<KeptServer[]> {
  const rows = await serversOf(db, firm).orderBy(foldedText(sql`name`)).execute();
  return rows.map(toKept);
}

export async function findKeptServer(
  db: Db,
  firm: FirmScope,
  id: string,
): Promise<KeptServer | undefined> {
  const row = await serversOf(db, firm).where('id', '=', id).executeTakeFirst();
  return row && toKept(row);
}

/** Until the transaction ends, no other request changes the servers of the firm. */
export async function lockServers(trx: Trx, firm: FirmScope): Promise<KeptServer[]> {
  await lockName(trx, `SFTP servers ${firm.firmId}`);
  return listKeptServers(trx, firm);
}

export async function insertServer(
  trx: Trx,
  firm: FirmScope,
  server: KeptServer & { createdAt: Date },
): Promise<void> {
  await trx
    .insertInto('sftpServers')
    .values({ ...server, firmId: firm.firmId })
    .execute();
}

export async function updateServer(
  trx: Trx,
  firm: FirmScope,
  { id, ...values }: KeptServer,
): Promise<void> {
  await trx
    .updateTable('sftpServers')
    .set(values)
    .where('firmId', '=', firm.firmId)
    .where('id', '=', id)
    .execute();
}

export async function deleteServerRow(trx: Trx, firm: FirmScope, id: string): Promise<void> {
  await trx
    .deleteFrom('sftpServers')
    .where('firmId', '=', firm.firmId)
    .where('id', '=', id)
    .execute();
}

function serversOf(db: Db, firm: FirmScope) {
  return db
    .selectFrom('sftpServers')
    .where('firmId', '=', firm.firmId)
    .select(['id', 'name', 'host', 'port', 'userName', 'secretKind', 'sealedSecret'])
    .select(['folder', 'hostKey']);
}

type Row = Omit<KeptServer, 'secretKind'> & { secretKind: string };

function toKept({ secretKind, ...row }: Row): KeptServer {
  return { ...row, secretKind: secretKind as KeptServer['secretKind'] }; // a check of the table
}
