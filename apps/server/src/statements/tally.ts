import { compareFolded } from '@recoup/contract/core/folded';
import type { Line, Sums, Tally } from './statement.ts';

export function newTally(): Tally {
  return {
    costs: noSums(),
    agent: noSums(),
    byType: new Map(),
    byRate: new Map(),
    scheduleIds: new Set(),
  };
}

/** Totals add lines, so that they are right to the cent. */
export function addToTally(tally: Tally, line: Line): void {
  const { disbursementType, isAgent, vat, scheduleId } = line;
  add(isAgent ? tally.agent : tally.costs, line);
  const typeKey = `${isAgent} ${disbursementType._id}`;
  const ofType = tally.byType.get(typeKey) ?? { ...noSums(), disbursementType, isAgent };
  tally.byType.set(typeKey, ofType);
  add(ofType, line);
  if (scheduleId !== null) tally.scheduleIds.add(scheduleId);
  if (vat === null) return;
  const { treatment, basisPoints } = vat;
  const rateKey = `${treatment} ${basisPoints}`;
  const ofRate = tally.byRate.get(rateKey) ?? { ...noSums(), treatment, basisPoints };
  tally.byRate.set(rateKey, ofRate);
  add(ofRate, line);
}

/** The amount that the client owes, with VAT where there is any. */
export function totalCents({ netCents, vatCents }: Pick<Sums, 'netCents' | 'vatCents'>): bigint {
  return netCents + vatCents;
}

export function allSums({ costs, agent }: Tally): Sums {
  return {
    count: costs.count + agent.count,
    minutes: costs.minutes + agent.minutes,
    amountCents: costs.amountCents + agent.amountCents,
    netCents: costs.netCents + agent.netCents,
    vatCents: costs.vatCents + agent.vatCents,
  };
}

/** Costs before disbursements paid as agent, then by title. */
export function sortedSubtotals({ byType }: Tally) {
  return [...byType.values()].toSorted(
    (a, b) =>
      Number(a.isAgent) - Number(b.isAgent) ||
      compareFolded(a.disbursementType.name, b.disbursementType.name),
  );
}

/** The highest rate first. */
export function sortedRates({ byRate }: Tally) {
  return [...byRate.values()].toSorted(
    (a, b) => b.basisPoints - a.basisPoints || a.treatment.localeCompare(b.treatment),
  );
}

function noSums(): Sums {
  return { count: 0, minutes: 0, amountCents: 0n, netCents: 0n, vatCents: 0n };
}

function add(sums: Sums, { minutes, amountCents, vat }: Line): void {
  sums.count += 1;
  sums.minutes += minutes ?? 0;
  sums.amountCents += BigInt(amountCents);
  sums.netCents += BigInt(vat?.netCents ?? amountCents);
  sums.vatCents += BigInt(vat?.vatCents ?? 0);
}
