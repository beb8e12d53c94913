import { newId } from '@recoup/contract/core/ids';
import type { Db } from '../../src/platform/database/connections.ts';
import { insertRows } from '../rows.ts';

type Collection = {
  /** `text` must stand in it: no other firm may read it. */
  insert: (
    db: Db,
    row: { firmId: string; id: string; createdAt: Date },
    text: string,
  ) => Promise<void>;
  /** Bodies that an admin sends to two of its endpoints. */
  create: object;
  update: object;
};

/**
 * The small collections of a firm, which its admins change and its auditors read. Its line here
 * gives one a record in each firm of the matrix and in the busy firm, and the cases of its
 * endpoints, which are named after it: `listSuppliers`, `createSupplier` (`cases.ts`).
 */
export const collections = {
  supplier: {
    insert: async (db, row, text) =>
      insertRows(db, 'suppliers', { ...row, name: `Sheriff ${text}`, code: text }),
    create: { name: 'Sheriff Pretoria East' },
    update: { isActive: false },
  },
} as const satisfies Record<string, Collection>;
export type CollectionName = keyof typeof collections;
// Object.keys forgets the literal types.
export const collectionNames = Object.keys(collections) as CollectionName[];

/** A record of each collection; by default under new ids. */
export async function someCollections(
  db: Db,
  of: { firmId: string; text: string; now: Date; ids?: Record<CollectionName, { id: string }> },
): Promise<void> {
  const { firmId, text, now: createdAt, ids } = of;
  for (const name of collectionNames) {
    const row = { firmId, createdAt, id: ids?.[name].id ?? newId() };
    await collections[name].insert(db, row, text);
  }
}
