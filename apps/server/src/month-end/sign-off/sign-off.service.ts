import { role } from '@recoup/contract/core/access';
import type { MonthEnd } from '@recoup/contract/month-end/sign-off-endpoints';
import {
  type Actor,
  type AuditContext,
  type FirmScope,
  requireFirmScope,
} from '../../platform/core/actor.ts';
import { AppError, invalidField } from '../../platform/core/app-error.ts';
import { southAfricanDay, monthDays } from '../../platform/core/clock.ts';
import type { Db, Trx } from '../../platform/database/connections.ts';
import { recordAudit } from '../../platform/security/audit-log.repository.ts';
import {
  countMonths,
  deleteSignOff,
  insertSignOff,
  listAttorneyMonths,
} from './sign-off.repository.ts';

/** An attorney sees the own month alone, a secretary none. */
export async function getMonthEnd(
  db: Db,
  { actor, month, now }: { actor: Actor; month: string; now: Date },
): Promise<MonthEnd> {
  const attorney = actor.role === role.attorney ? actor.userId : undefined;
  const attorneys = await listAttorneyMonths(db, requireFirmScope(actor), {
    ...monthDays(month),
    attorney,
  });
  return { month, today: southAfricanDay(now), attorneys };
}

/** How many of those who record have marked the month as complete. */
export async function countCompleteMonths(
  db: Db,
  firm: FirmScope,
  month: string,
): Promise<{ complete: number; of: number }> {
  return countMonths(db, firm, monthDays(month));
}

/**
 * The time of the first sign-off stays. Throws `invalid_input` for a coming month, and `forbidden`
 * for a secretary, who has no month of her own.
 */
export async function saveMonthEnd(
  db: Db,
  by: AuditContext,
  { month, isComplete }: { month: string; isComplete: boolean },
): Promise<MonthEnd> {
  const { actor, now } = by;
  const firm = requireFirmScope(actor);
  requireBegun(month, now);
  const of = { attorneyId: actor.userId, ...monthDays(month), now };
  return db.transaction().execute(async (trx) => {
    if (isComplete) await requireOwnMonth(trx, firm, of);
    const isChanged = isComplete
      ? await insertSignOff(trx, firm, of)
      : await deleteSignOff(trx, firm, of);
    if (isChanged)
      await recordAudit(trx, by, {
        action: isComplete ? 'month.completed' : 'month.reopened',
        subjectId: actor.userId,
        details: { month },
      });
    return getMonthEnd(trx, { actor, month, now });
  });
}

async function requireOwnMonth(
  trx: Trx,
  firm: FirmScope,
  { attorneyId, from, to }: { attorneyId: string; from: string; to: string },
): Promise<void> {
  const months = await listAttorneyMonths(trx, firm, { from, to, attorney: attorneyId });
  if (months.length > 0) return;
  throw new AppError('forbidden', {
    message:
      'You record for others and have no disbursement types, so you have no month of your own. ' +
      'The attorneys for whom you record mark theirs as complete.',
  });
}

function requireBegun(month: string, now: Date): void {
  const present = southAfricanDay(now).slice(0, 7);
  if (month <= present) return;
  throw invalidField('month', `${month} has not begun yet: the present month is ${present}.`);
}
