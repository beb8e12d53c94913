import type { ExceptionCode } from '@recoup/contract/month-end/exceptions';
import { sql } from 'kysely';
import type { FirmScope } from '../../platform/core/actor.ts';
import { lockName } from '../../platform/database/advisory-lock.ts';
import type { Db, Trx, TableRow } from '../../platform/database/connections.ts';

export type Acceptance = Pick<
  TableRow<'exceptionAcceptances'>,
  'id' | 'subjectId' | 'period' | 'fingerprint'
> & { code: ExceptionCode };

/** Until the transaction ends, no other acceptance of the firm is saved. */
export async function lockAcceptances(trx: Trx, firm: FirmScope): Promise<void> {
  await lockName(trx, `exception acceptances ${firm.firmId}`);
}

/** Takes the place of acceptances of the same subjects, unless they are of the same facts. */
export async function saveAcceptances(
  trx: Trx,
  firm: FirmScope,
  rows: readonly Acceptance[],
  by: { userId: string; now: Date; reason: string },
): Promise<string[]> {
  const saved = await trx
    .insertInto('exceptionAcceptances')
    .values(
      rows.map((row) => ({
        ...row,
        firmId: firm.firmId,
        reason: by.reason,
        acceptedAt: by.now,
        acceptedBy: by.userId,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['firmId', 'code', 'subjectId', 'period'])
        .doUpdateSet((eb) => ({
          id: eb.ref('excluded.id'),
          fingerprint: eb.ref('excluded.fingerprint'),
          reason: eb.ref('excluded.reason'),
          acceptedAt: eb.ref('excluded.acceptedAt'),
          acceptedBy: eb.ref('excluded.acceptedBy'),
        }))
        .whereRef('exceptionAcceptances.fingerprint', '<>', 'excluded.fingerprint'),
    )
    .returning('id')
    .execute();
  return saved.map(({ id }) => id);
}

export async function lockAcceptance(
  trx: Trx,
  firm: FirmScope,
  id: string,
): Promise<{ code: string; subjectId: string; acceptedBy: string; reason: string } | undefined> {
  return trx
    .selectFrom('exceptionAcceptances')
    .where('firmId', '=', firm.firmId)
    .where('id', '=', id)
    .select(['code', 'subjectId', 'acceptedBy', 'reason'])
    .forUpdate()
    .executeTakeFirst();
}

export async function deleteAcceptanceRow(trx: Trx, firm: FirmScope, id: string): Promise<void> {
  await trx
    .deleteFrom('exceptionAcceptances')
    .where('firmId', '=', firm.firmId)
    .where('id', '=', id)
    .execute();
}

/** The days of those of the subjects that are entries. */
export async function findEntryDays(
  db: Db,
  firm: FirmScope,
  subjects: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('entries')
    .where('firmId', '=', firm.firmId)
    .where('id', '=', sql<string>`any(${sql.val([...subjects])}::uuid[])`)
    .select('date as day')
    .distinct()
    .execute();
  return rows.map(({ day }) => day);
}
