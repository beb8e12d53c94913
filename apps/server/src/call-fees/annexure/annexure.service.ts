import { findNextAfter, findValidOn } from '@recoup/contract/call-fees/schedules';
import type { FirmScope } from '../../platform/core/actor.ts';
import { AppError, requestCancelled } from '../../platform/core/app-error.ts';
import type { Db } from '../../platform/database/connections.ts';
import type { Annexure, AnnexureAttorney, AnnexureType } from './annexure.ts';
import {
  type FeesAround,
  findAttorney,
  getLetterhead,
  listActiveAttorneys,
  listFeesAround,
  listRecordableTypes,
} from './annexure.repository.ts';

/** A batch is one query, whose rows are converted at once. */
const batchSize = 50;

/** The fees of one attorney on a day. Throws `not_found` for another firm's attorney. */
export async function getAnnexure(
  db: Db,
  firm: FirmScope,
  { attorneyId, on }: { attorneyId: string; on: string },
): Promise<Annexure> {
  const attorney = await findAttorney(db, firm, attorneyId);
  if (!attorney) throw new AppError('not_found');
  const attorneys = await withFees(db, firm, { attorneys: [attorney], on });
  return { firm: await getLetterhead(db, firm), on, attorneys };
}

/** The fees of all active attorneys on a day, by name. */
export async function getAnnexures(
  db: Db,
  firm: FirmScope,
  { on, signal }: { on: string; signal: AbortSignal },
): Promise<Annexure> {
  const active = await listActiveAttorneys(db, firm);
  const attorneys: AnnexureAttorney[] = [];
  for (let start = 0; start < active.length; start += batchSize) {
    if (signal.aborted) throw requestCancelled();
    const batch = active.slice(start, start + batchSize);
    attorneys.push(...(await withFees(db, firm, { attorneys: batch, on })));
  }
  return { firm: await getLetterhead(db, firm), on, attorneys };
}

async function withFees(
  db: Db,
  firm: FirmScope,
  of: { attorneys: readonly { id: string; name: string }[]; on: string },
): Promise<AnnexureAttorney[]> {
  const { attorneys, on } = of;
  const attorneyIds = attorneys.map(({ id }) => id);
  const types = groupBy(
    await listRecordableTypes(db, firm, attorneyIds),
    ({ attorneyId }) => attorneyId,
  );
  const fees = groupBy(await listFeesAround(db, firm, { attorneyIds, on }), keyOf);
  return attorneys.map(({ id, name }) => ({
    name,
    types: (types.get(id) ?? []).map((type) => ({
      title: type.title,
      callFees: callFeesOn(fees.get(keyOf(type)) ?? [], on),
      unitPrice: null,
    })),
  }));
}

function groupBy<T>(items: readonly T[], keyOfItem: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(keyOfItem(item));
    if (group) group.push(item);
    else groups.set(keyOfItem(item), [item]);
  }
  return groups;
}

function keyOf({ attorneyId, typeId }: { attorneyId: string; typeId: string }): string {
  return `${attorneyId} ${typeId}`;
}

function callFeesOn(fees: readonly FeesAround[], on: string): AnnexureType['callFees'] {
  const now = findValidOn(fees, on);
  if (!now) return null;
  const next = findNextAfter(fees, on);
  return {
    validFrom: now.validFrom,
    value: now.bands,
    next: next ? { validFrom: next.validFrom, value: next.bands } : null,
  };
}
