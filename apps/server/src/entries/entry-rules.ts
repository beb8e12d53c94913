import { role } from '@recoup/contract/core/access';
import { isEntryDay, oddDay } from '@recoup/contract/entries/entry-days';
import { getDisbursementType } from '../disbursements/disbursements.service.ts';
import type { Actor, FirmScope } from '../platform/core/actor.ts';
import { southAfricanDay } from '../platform/core/clock.ts';
import type { Db, Trx } from '../platform/database/connections.ts';
import { AppError } from '../platform/core/app-error.ts';
import { requiredField } from './entry-errors.ts';
import { isAttorney, isTypeOfAttorney } from './attorneys.repository.ts';

/** The one attorney whose entries the actor may see; undefined for a firm admin, who sees all. */
export function ownEntriesOnly(actor: Actor): string | undefined {
  return actor.role === role.attorney ? actor.userId : undefined;
}

/** An attorney records own entries; a firm admin names the attorney. */
export async function getEntryAttorney(
  db: Db,
  firm: FirmScope,
  { actor, named }: { actor: Actor; named: string | undefined },
): Promise<string> {
  if (actor.role === role.attorney) {
    if (named !== undefined && named !== actor.userId) throw new AppError('forbidden');
    return actor.userId;
  }
  if (named === undefined) throw requiredField('attorney', 'Please choose the attorney.');
  if (!(await isAttorney(db, firm, named)))
    throw new AppError('not_found', { message: 'There is no such attorney.' });
  return named;
}

/** The firm admin decides which types an attorney records: without call fees any amount counts. */
export async function requireAssigned(
  trx: Trx,
  firm: FirmScope,
  of: { actor: Actor; attorneyId: string; typeId: string },
): Promise<void> {
  if (await isTypeOfAttorney(trx, firm, of)) return;
  const { title } = await getDisbursementType(trx, firm, of.typeId);
  const whose = of.actor.userId === of.attorneyId ? 'assigned to you' : 'assigned to this attorney';
  const message =
    `“${title}” is not ${whose}. ` +
    'Please choose another disbursement type, or ask a firm admin to assign it.';
  throw new AppError('invalid_input', { message, fields: { disbursementType: message } });
}

/** Throws `invalid_input` for a day before 2000 or more than a year ahead in South Africa. */
export function requireEntryDay(day: string, now: Date): void {
  if (!isEntryDay(day, southAfricanDay(now))) throw requiredField('date', oddDay);
}
