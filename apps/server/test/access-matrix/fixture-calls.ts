import type { Db } from '../../src/platform/database/connections.ts';
import type { FirmFixture } from './firm-fixture.ts';
import { insertRows } from '../rows.ts';

/** A telephone system with an import of two calls: the attorney's, and one of no attorney. */
export async function someCalls(db: Db, side: FirmFixture, { now }: { now: Date }): Promise<void> {
  const { id: firmId, mark, secret, people } = side;
  const sourceId = side.callSource.id;
  await insertRows(db, 'callSources', {
    firmId,
    id: sourceId,
    system: 'csv',
    name: `Switch ${mark}`,
    createdAt: now,
  });
  await insertRows(db, 'callImports', {
    firmId,
    id: side.callImport.id,
    number: 1,
    sourceId,
    userId: people.admin.id,
    fileName: `${secret}.csv`,
    sha256: side.exportHash,
    createdAt: now,
    added: 2,
    extended: 0,
    repeated: 0,
    unanswered: 0,
    internal: 0,
    private: 0,
  });
  const call = {
    firmId,
    sourceId,
    importId: side.callImport.id,
    startedAt: new Date('2026-03-04T08:00:00Z'),
    seconds: 120,
    direction: 'out',
    otherParty: `party ${secret}`,
    legs: '{}',
  };
  await insertRows(db, 'callRecords', [
    { ...call, id: side.callRecord.id, callKey: 'a', ownParty: extensionOf(side) },
    { ...call, id: side.strayCall.id, callKey: 'b', ownParty: `stray ${secret}` },
  ]);
  await insertRows(db, 'extensions', {
    firmId,
    value: extensionOf(side),
    attorneyId: people.attorney.id,
  });
  await insertRows(db, 'privateNumbers', {
    firmId,
    id: side.privateNumber.id,
    attorneyId: people.attorney.id,
    number: `private ${secret}`,
    createdAt: now,
  });
  await insertRows(db, 'callMerges', {
    firmId,
    id: side.callMerge.id,
    fromDate: '2026-03-01',
    toDate: '2026-03-31',
    createdAt: now,
    createdBy: people.attorney.id,
  });
}

function extensionOf({ secret }: FirmFixture): string {
  return `extension ${secret}`;
}
