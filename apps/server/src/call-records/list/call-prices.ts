import { groupBy } from '../../platform/core/group-by.ts';
import { type CallFeeBand, priceCents } from '@recoup/contract/call-fees/rules';
import { minutesOfCall } from '@recoup/contract/call-records/rules';
import { listSchedules } from '../../call-fees/call-fees.service.ts';
import type { FirmScope } from '../../platform/core/actor.ts';
import type { Db } from '../../platform/database/connections.ts';
import { type AssignedType, listAssignedTypes } from './call-prices.repository.ts';

/** The type of an attorney's call, and what it costs by the call fees of its day, in cents. */
export type CallPrice = { type: AssignedType; cents: number | undefined };
export type PricedCall = { attorneyId: string | null; day: string; seconds: number };

type Validity = { validFrom: string; bands: readonly CallFeeBand[] };

/**
 * Prices the calls of some attorneys. The type is the one called "Call", if it has call fees on
 * that day, else the first that has, else the one called "Call" without a price.
 */
export async function createCallPrices(
  db: Db,
  firm: FirmScope,
  attorneyIds: readonly string[],
): Promise<(call: PricedCall) => CallPrice | undefined> {
  const types = groupBy(
    await listAssignedTypes(db, firm, attorneyIds),
    ({ attorneyId }) => attorneyId,
  );
  const schedules = groupBy(
    await listSchedules(db, firm, { attorneyIds }),
    ({ attorneyId, disbursementTypeId }) => `${attorneyId} ${disbursementTypeId}`,
  );
  return ({ attorneyId, day, seconds }) => {
    const assigned = (types.get(attorneyId ?? '') ?? []).toSorted(
      (one, other) => Number(isCall(other)) - Number(isCall(one)),
    );
    for (const type of assigned) {
      const bands = bandsOn(schedules.get(`${type.attorneyId} ${type.typeId}`) ?? [], day);
      if (bands.length > 0) return { type, cents: priceCents(bands, minutesOfCall(seconds)) };
    }
    const [first] = assigned;
    return first && isCall(first) ? { type: first, cents: undefined } : undefined;
  };
}

function isCall({ title }: AssignedType): boolean {
  return title.toLowerCase() === 'call';
}

/** Before the first schedule, the first one is valid (product-2.md, section 1). */
function bandsOn(schedules: readonly Validity[], day: string): readonly CallFeeBand[] {
  const valid = schedules.findLast(({ validFrom }) => validFrom <= day) ?? schedules[0];
  return valid?.bands ?? [];
}
