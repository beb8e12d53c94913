import { newId } from '@recoup/contract/core/ids';
import type { Db } from '../src/platform/database/connections.ts';
import { type FaultFirm, given } from './fault-firm.ts';
import { getRow, insertRows } from './rows.ts';

/** An open call of the attorney of five minutes on Tuesday, 17 February 2026. Returns its id. */
export async function aCallRecord(db: Db, of: FaultFirm): Promise<string> {
  const [firmId, sourceId, importId, id] = [of.firm.id, newId(), newId(), newId()];
  const createdAt = new Date('2026-02-17T15:00:00Z');
  const { email } = await getRow(db, 'users', { id: of.attorney.id });
  await insertRows(db, 'callSources', {
    firmId,
    id: sourceId,
    system: 'csv',
    name: 'Switch',
    createdAt,
  });
  await insertRows(db, 'callImports', {
    firmId,
    id: importId,
    number: 1,
    sourceId,
    userId: of.attorney.id,
    sha256: Buffer.from('x'),
    createdAt,
    added: 1,
    extended: 0,
    repeated: 0,
    unanswered: 0,
    internal: 0,
    private: 0,
  });
  await insertRows(db, 'callRecords', {
    firmId,
    id,
    sourceId,
    callKey: 'a',
    importId,
    startedAt: new Date('2026-02-17T08:00:00Z'),
    seconds: 300,
    direction: 'out',
    ownParty: email.toLowerCase(),
    otherParty: '+27825550101',
    legs: '{}',
  });
  return id;
}

/** The same with an entry of that day and length. Returns the id of the entry. */
export async function aCallByHand(db: Db, of: FaultFirm): Promise<string> {
  await aCallRecord(db, of);
  return given(db, of, { minutes: 5 });
}
