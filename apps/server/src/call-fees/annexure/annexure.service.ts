import { findNextAfter, findValidOn } from '@recoup/contract/call-fees/validity';
import type { DatedUnitPrice } from '@recoup/contract/disbursements/unit-prices';
import { toCents } from '@recoup/contract/core/money';
import { listUnitPrices } from '../../disbursements/unit-prices.service.ts';
import type { FirmScope } from '../../platform/core/actor.ts';
import { AppError, requestCancelled } from '../../platform/core/app-error.ts';
import type { Db } from '../../platform/database/connections.ts';
import type { Annexure, AnnexureAttorney, AnnexureType, Dated } from './annexure-texts.ts';
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
  const attorneys = await withFees(db, firm, {
    attorneys: [attorney],
    on,
    prices: await unitPricesByType(db, firm),
  });
  return { firm: await getLetterhead(db, firm), on, attorneys };
}

/** The fees of all active attorneys on a day, by name. */
export async function getAnnexures(
  db: Db,
  firm: FirmScope,
  { on, signal }: { on: string; signal: AbortSignal },
): Promise<Annexure> {
  const active = await listActiveAttorneys(db, firm);
  const prices = await unitPricesByType(db, firm);
  const attorneys: AnnexureAttorney[] = [];
  for (let start = 0; start < active.length; start += batchSize) {
    if (signal.aborted) throw requestCancelled();
    const batch = active.slice(start, start + batchSize);
    attorneys.push(...(await withFees(db, firm, { attorneys: batch, on, prices })));
  }
  return { firm: await getLetterhead(db, firm), on, attorneys };
}

type UnitPrices = ReadonlyMap<string, DatedUnitPrice[]>;

async function unitPricesByType(db: Db, firm: FirmScope): Promise<UnitPrices> {
  return groupBy(await listUnitPrices(db, firm), ({ disbursementType }) => disbursementType);
}

async function withFees(
  db: Db,
  firm: FirmScope,
  of: {
    attorneys: readonly { id: string; name: string; email: string }[];
    on: string;
    prices: UnitPrices;
  },
): Promise<AnnexureAttorney[]> {
  const { attorneys, on, prices } = of;
  const attorneyIds = attorneys.map(({ id }) => id);
  const types = groupBy(
    await listRecordableTypes(db, firm, attorneyIds),
    ({ attorneyId }) => attorneyId,
  );
  const fees = groupBy(await listFeesAround(db, firm, { attorneyIds, on }), cellKey);
  return attorneys.map(({ id, name, email }) => ({
    name,
    email,
    types: (types.get(id) ?? []).map((type) => ({
      title: type.title,
      callFees: callFeesOn(fees.get(cellKey(type)) ?? [], on),
      unitPrice: unitPriceOn(prices.get(type.typeId) ?? [], on),
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

function cellKey({ attorneyId, typeId }: { attorneyId: string; typeId: string }): string {
  return `${attorneyId} ${typeId}`;
}

function callFeesOn(fees: readonly FeesAround[], on: string): AnnexureType['callFees'] {
  return datedOn(fees, on, ({ bands }) => bands);
}

/** Null for a type whose price ended and has no next one. */
function unitPriceOn(prices: readonly DatedUnitPrice[], on: string): AnnexureType['unitPrice'] {
  const price = datedOn(prices, on, ({ unitPrice }) =>
    unitPrice === null ? null : toCents(unitPrice),
  );
  return price?.value === null && price.next === null ? null : price;
}

function datedOn<S extends { validFrom: string }, T>(
  items: readonly S[],
  on: string,
  valueOf: (item: S) => T,
): Dated<T> | null {
  const now = findValidOn(items, on);
  if (!now) return null;
  const next = findNextAfter(items, on);
  return {
    validFrom: now.validFrom,
    value: valueOf(now),
    next: next ? { validFrom: next.validFrom, value: valueOf(next) } : null,
  };
}
