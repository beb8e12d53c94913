import type { SftpServer } from '@recoup/contract/hand-over/sftp-endpoints';
import { sql } from 'kysely';
import type { FirmScope } from '../../platform/core/actor.ts';
import { lockName } from '../../platform/database/advisory-lock.ts';
import type { Db, Trx } from '../../platform/database/connections.ts';
import { foldedText } from '../../platform/database/pagination-and-search.ts';
import { isFirmRow } from '../../platform/database/firm-row.ts';

export type StoredServer = Omit<SftpServer, '_id' | 'user'> & {
  id: string;
  userName: string;
  sealedSecret: Buffer;
};

export async function listStoredServers(db: Db, firm: FirmScope): Promise<StoredServer[]> {
  const rows = await selectServers(db, firm).orderBy(foldedText(sql`name`)).execute();
  return rows.map(toStored);
}

export async function findStoredServer(db: Db, firm: FirmScope, id: string) {
  const row = await selectServers(db, firm).where('id', '=', id).executeTakeFirst();
  return row && toStored(row);
}

/** Until the transaction ends, no other request changes the servers of the firm. */
export async function lockServers(trx: Trx, firm: FirmScope): Promise<StoredServer[]> {
  await lockName(trx, `SFTP servers ${firm.firmId}`);
  return listStoredServers(trx, firm);
}

export async function insertServer(
  trx: Trx,
  firm: FirmScope,
  server: StoredServer & { createdAt: Date },
): Promise<void> {
  await trx
    .insertInto('sftpServers')
    .values({ ...server, firmId: firm.firmId })
    .execute();
}

export async function updateServer(trx: Trx, firm: FirmScope, { id, ...values }: StoredServer) {
  await trx.updateTable('sftpServers').set(values).where(isFirmRow(firm, id)).execute();
}

export async function deleteServerRow(trx: Trx, firm: FirmScope, id: string): Promise<void> {
  await trx.deleteFrom('sftpServers').where(isFirmRow(firm, id)).execute();
}

function selectServers(db: Db, firm: FirmScope) {
  return db
    .selectFrom('sftpServers')
    .where('firmId', '=', firm.firmId)
    .select(['id', 'name', 'host', 'port', 'userName', 'secretKind', 'sealedSecret'])
    .select(['folder', 'hostKey']);
}

type Row = Omit<StoredServer, 'secretKind'> & { secretKind: string };

function toStored({ secretKind, ...row }: Row): StoredServer {
  return { ...row, secretKind: secretKind as StoredServer['secretKind'] }; // a check of the table
}
