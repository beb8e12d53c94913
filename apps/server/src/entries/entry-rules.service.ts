import { role } from '@recoup/contract/core/access';
import { isEntryDay, oddDay } from '@recoup/contract/entries/entry-days';
import { getDisbursementType, getUsableType } from '../disbursements/disbursements.service.ts';
import { type Actor, type FirmScope, requireFirmScope } from '../platform/core/actor.ts';
import { southAfricanDay } from '../platform/core/clock.ts';
import type { Db, Trx } from '../platform/database/connections.ts';
import { AppError, invalidField, notFound } from '../platform/core/app-error.ts';
import {
  isAttorney,
  isTypeOfAttorney,
  type EntryRow,
  findRight,
  lockRight,
} from './entries.repository.ts';
import { maxNamedFields } from '@recoup/contract/core/errors';

type DisbursementType = Awaited<ReturnType<typeof getUsableType>>;
/** The fields that decide the price and the VAT of an entry, beside its day. */
export type Kind = Pick<EntryRow, 'attorneyId' | 'disbursementTypeId'>;

/** The one attorney whose entries the actor may see; undefined for a firm admin, who sees all. */
export function ownEntriesOnly(actor: Actor): string | undefined {
  return actor.role === role.attorney ? actor.userId : undefined;
}

/**
 * An attorney records own entries, and those of attorneys whom the firm admin allowed; a firm admin
 * names the attorney. Throws `forbidden` without the right, `invalid_input` for an attorney who is
 * not active, and `not_found`.
 */
export async function getEntryAttorney(
  trx: Trx,
  firm: FirmScope,
  { actor, named }: { actor: Actor; named: string | undefined },
): Promise<string> {
  if (actor.role === role.attorney) {
    if (named === undefined || named === actor.userId) return actor.userId;
    return requireRight(trx, firm, { userId: actor.userId, attorneyId: named });
  }
  if (named === undefined) throw invalidField('attorney', 'Please choose the attorney.');
  if (!(await isAttorney(trx, firm, named))) throw notFound('attorney');
  return named;
}

/** The right stays until the transaction ends: who takes it away waits for the entry. */
async function requireRight(
  trx: Trx,
  firm: FirmScope,
  pair: { userId: string; attorneyId: string },
): Promise<string> {
  const right = await lockRight(trx, firm, pair);
  if (!right)
    throw new AppError('forbidden', {
      message: 'You may not record for this attorney. Ask a firm admin to allow it.',
    });
  if (!right.isActive)
    throw invalidField('attorney', `${right.name} is not active. Choose another attorney.`);
  return pair.attorneyId;
}

/**
 * Whether the actor still has the right to an entry that the filter `visibleTo` found, which then
 * stays until the transaction ends. False for another attorney's.
 */
export async function holdsEntry(
  trx: Trx,
  actor: Actor,
  entry: { attorneyId: string },
): Promise<boolean> {
  const own = ownEntriesOnly(actor);
  if (own === undefined || own === entry.attorneyId) return true;
  const pair = { userId: own, attorneyId: entry.attorneyId };
  return (await lockRight(trx, requireFirmScope(actor), pair)) !== undefined;
}

/**
 * Filters a list by the entries that the actor may see. An attorney who names another one sees the
 * entries that the actor recorded for that one. Throws `not_found` without the right.
 */
export async function visibleEntries(
  db: Db,
  actor: Actor,
  named: string | undefined,
): Promise<{ attorney: string | undefined; createdBy?: string }> {
  const own = ownEntriesOnly(actor);
  if (own === undefined) return { attorney: named };
  if (named === undefined || named === own) return { attorney: own };
  const pair = { userId: own, attorneyId: named };
  if (!(await findRight(db, requireFirmScope(actor), pair))) throw new AppError('not_found');
  return { attorney: named, createdBy: own };
}

/** The attorney of a correction or a replacement, which stays unless the request names one. */
export async function correctedAttorney(
  trx: Trx,
  firm: FirmScope,
  { actor, before, named }: { actor: Actor; before: Kind; named: string | undefined },
): Promise<string> {
  return named === undefined || named === before.attorneyId
    ? before.attorneyId
    : getEntryAttorney(trx, firm, { actor, named });
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
  throw invalidField('disbursementType', message);
}

/** Throws `invalid_input` for a day before 2000 or more than a year ahead in South Africa. */
export function requireEntryDay(day: string, now: Date): void {
  if (!isEntryDay(day, southAfricanDay(now))) throw invalidField('date', oddDay);
}

/** The error of an entry within a request: its fields have the names of the contract. */
export function errorWithin(part: string, thrown: unknown): unknown {
  if (!(thrown instanceof AppError) || thrown.details.fields === undefined) return thrown;
  const named = Object.entries(thrown.details.fields);
  const fields = Object.fromEntries(named.map(([name, text]) => [`${part}.${name}`, text]));
  return new AppError(thrown.code, { ...thrown.details, fields });
}

export function noEntry(): AppError {
  return new AppError('not_found', { message: noSuchEntry });
}

/** The error of entries that are missing: their places in the request, and how many it names. */
export function missingEntries(places: readonly number[], count: number): AppError {
  const verbs = places.length === 1 ? 'does not exist; it' : 'do not exist; they';
  const named = places.slice(0, maxNamedFields).map((at) => [`entries.${at}`, noSuchEntry]);
  return new AppError('not_found', {
    message: `${places.length} of ${count} entries ${verbs} may have been deleted.`,
    fields: Object.fromEntries(named),
  });
}

const noSuchEntry = 'There is no such entry.';
