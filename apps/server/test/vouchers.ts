import { createHash } from 'node:crypto';
import { newId } from '@recoup/contract/core/ids';
import type { Db } from '../src/platform/database/connections.ts';
import { insertRows } from './rows.ts';

type Stored = {
  firmId: string;
  id?: string;
  content: Buffer;
  linkedAt: Date;
  /** By default as a photo that came as it is stored. */
  received?: Buffer;
};

export async function aStoredVoucher(db: Db, voucher: Stored): Promise<string> {
  const { firmId, id = newId(), content, linkedAt, received = content } = voucher;
  await insertRows(db, 'vouchers', {
    firmId,
    id,
    kind: 'jpeg',
    bytes: content.length,
    pages: null,
    sha256: sha256(content),
    receivedSha256: sha256(received),
    linkedAt,
  });
  await insertRows(db, 'voucherPieces', { firmId, voucherId: id, place: 0, content });
  return id;
}

type Link = { firmId: string; entryId: string; voucherId: string; addedBy: string; addedAt: Date };

export async function aVoucherLink(db: Db, link: Link & { name?: string }): Promise<void> {
  await insertRows(db, 'entryVouchers', { id: newId(), name: 'Invoice.jpg', ...link });
}

export function sha256(content: Buffer): Buffer {
  return createHash('sha256').update(content).digest();
}
