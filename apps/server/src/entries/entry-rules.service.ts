import { role } from '@recoup/contract/core/access';
import { isEntryDay, oddDay } from '@recoup/contract/entries/entry-days';
import { getDisbursementType, getUsableType } from '../disbursements/disbursements.service.ts';
import type { Actor, FirmScope } from '../platform/core/actor.ts';
import { southAfricanDay } from '../platform/core/clock.ts';
import type { Db, Trx } from '../platform/database/connections.ts';
import { AppError } from '../platform/core/app-error.ts';
import { requiredField } from './entry-errors.ts';
import { isAttorney, isTypeOfAttorney } from './attorneys.repository.ts';
import type { EntryRow } from './entries.repository.ts';

type DisbursementType = Awaited<ReturnType<typeof getUsableType>>;
/** What decides the price and the VAT of an entry, beside its day. */
export type Kind = Pick<EntryRow, 'attorneyId' | 'disbursementTypeId'>;

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

/** The attorney of a correction or a replacement, which stays unless the request names one. */
export async function correctedAttorney(
  db: Db,
  firm: FirmScope,
  { actor, before, named }: { actor: Actor; before: Kind; named: string | undefined },
): Promise<string> {
  return named === undefined ? before.attorneyId : getEntryAttorney(db, firm, { actor, named });
}

export function isSameKind(one: Kind, other: Kind): boolean {
  return one.attorneyId === other.attorneyId && one.disbursementTypeId === other.disbursementTypeId;
}

/**
 * Throws `invalid_input` unless the type is in use and assigned to the attorney. The unchanged pair
 * of an entry that is corrected or replaced stays, also if the type is no longer assigned.
 */
export async function requireUsableKind(
  trx: Trx,
  firm: FirmScope,
  { actor, before, after }: { actor: Actor; before?: Kind | undefined; after: Kind },
): Promise<DisbursementType> {
  const { attorneyId, disbursementTypeId: typeId } = after;
  const getType = typeId === before?.disbursementTypeId ? getDisbursementType : getUsableType;
  const type = await getType(trx, firm, typeId);
  if (before === undefined || !isSameKind(before, after))
    await requireAssigned(trx, firm, { actor, attorneyId, type });
  return type;
}

/** The firm admin decides which types an attorney records: without call fees any amount counts. */
async function requireAssigned(
  trx: Trx,
  firm: FirmScope,
  { actor, attorneyId, type }: { actor: Actor; attorneyId: string; type: DisbursementType },
): Promise<void> {
  if (await isTypeOfAttorney(trx, firm, { attorneyId, typeId: type._id })) return;
  const whose = actor.userId === attorneyId ? 'assigned to you' : 'assigned to this attorney';
  const message =
    `“${type.title}” is not ${whose}. ` +
    'Please choose another disbursement type, or ask a firm admin to assign it.';
  throw new AppError('invalid_input', { message, fields: { disbursementType: message } });
}

/** Throws `invalid_input` for a day before 2000 or more than a year ahead in South Africa. */
export function requireEntryDay(day: string, now: Date): void {
  if (!isEntryDay(day, southAfricanDay(now))) throw requiredField('date', oddDay);
}
