import type { Db } from '../../src/platform/database/connections.ts';
import type { FirmFixture } from './firm-fixture.ts';
import { insertRows } from '../rows.ts';

/** A correction of the attorney's entry with others, and the admin's view of the entries. */
export async function someWorkLists(
  db: Db,
  side: FirmFixture,
  { now }: { now: Date },
): Promise<void> {
  const { id: firmId, people, secret, correction, listView } = side;
  await insertRows(db, 'entryCorrections', {
    firmId,
    id: correction.id,
    reason: `Correction of ${secret}`,
    requestSha256: side.exportHash,
    entries: 1,
    createdAt: now,
    createdBy: people.admin.id,
  });
  await insertRows(db, 'entryCorrectionEntries', {
    firmId,
    correctionId: correction.id,
    entryId: side.entry.id,
    version: 1,
    matterId: side.colleagueMatter.id,
    disbursementTypeId: side.type.id,
    scheduleId: side.scheduleId,
    unitPriceId: null,
    amountCents: 3300,
    vatTreatment: 'none',
    vatBasisPoints: 0,
    vatIncluded: false,
  });
  const of = { firmId, userId: people.admin.id, list: 'entries' };
  await insertRows(db, 'listViews', {
    ...of,
    id: listView.id,
    name: `View ${side.mark}`,
    query: secret,
    createdAt: now,
  });
  await insertRows(db, 'hiddenColumns', { ...of, columns: [side.mark] });
}
