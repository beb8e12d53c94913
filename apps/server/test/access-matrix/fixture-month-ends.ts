import type { Db } from '../../src/platform/database/connections.ts';
import type { FirmFixture } from './firm-fixture.ts';
import { insertRows } from '../rows.ts';

/**
 * February is complete for the attorney, who has accepted an exception; the colleague was reminded
 * on its last day.
 */
export async function someMonthEnd(
  db: Db,
  { id: firmId, people, mail, entry, acceptance, secret }: FirmFixture,
): Promise<void> {
  await insertRows(db, 'monthSignOffs', {
    firmId,
    month: '2026-02-01',
    attorneyId: people.attorney.id,
    completedAt: new Date('2026-02-27T08:00:00Z'),
  });
  await insertRows(db, 'reminders', {
    firmId,
    userId: people.colleague.id,
    day: '2026-02-27',
    mailId: mail.id,
  });
  await insertRows(db, 'exceptionAcceptances', {
    firmId,
    id: acceptance.id,
    code: 'WEEKEND',
    subjectId: entry.id,
    period: '',
    fingerprint: 'f'.repeat(32),
    reason: secret,
    acceptedAt: new Date('2026-02-27T08:00:00Z'),
    acceptedBy: people.attorney.id,
  });
}
