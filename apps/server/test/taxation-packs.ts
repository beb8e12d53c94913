import type { Db } from '../src/platform/database/connections.ts';
import { insertRows } from './rows.ts';
import { sha256 } from './vouchers.ts';

type Pack = { firmId: string; id: string; matterId: string; createdBy: string; createdAt: Date };

/** A pack that is ready; `mark` is in its texts. */
export async function aTaxationPack(db: Db, { mark, ...pack }: Pack & { mark: string }) {
  const content = Buffer.from(`pack of ${mark}`);
  const hash = sha256(content);
  await insertRows(db, 'taxationPacks', {
    ...pack,
    masksNumbers: false,
    state: 'ready',
    progress: 100,
    items: 1,
    pages: 1,
    sumCents: 100,
    sha256: hash,
    bytes: content.length,
    parts: JSON.stringify([{ name: mark, bytes: 1, sha256: hash.toString('hex') }]),
  });
  const { firmId, id: packId } = pack;
  await insertRows(db, 'taxationPackPieces', { firmId, packId, place: 0, content });
}
