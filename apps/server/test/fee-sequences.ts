import { role } from '@recoup/contract/core/access';
import { newId } from '@recoup/contract/core/ids';
import type { CallFeeBand } from '@recoup/contract/call-fees/rules';
import { type AuditContext, createFirmScope, noFactor } from '../src/platform/core/actor.ts';
import type { Db } from '../src/platform/database/connections.ts';
import { aDisbursementType, aFirm, aMatter, assignTypes, aUser } from './factories.ts';
import { type Fees, type OracleCell, oracleCell } from './fee-oracle.ts';

/** What the database has, and what the oracle expects of it. */
export type Cell = { expected: OracleCell; attorneyId: string; disbursementTypeId: string };
export type Firm = Awaited<ReturnType<typeof seedFirm>>;

/** A firm whose every attorney has every type; `changes` gets the ids of its fee changes. */
export async function seedFirm(db: Db, size: { attorneys: number; types: number; days: number }) {
  const firm = await aFirm(db);
  const admin = await aUser(db, { firm, role: role.attorneyAdmin });
  const { id: matterId } = await aMatter(db, firm);
  const attorneys: string[] = [];
  for (let index = 0; index < size.attorneys; index += 1)
    attorneys.push((await aUser(db, { firm })).id);
  const types: string[] = [];
  for (let index = 0; index < size.types; index += 1)
    types.push((await aDisbursementType(db, firm)).id);
  await assignTypes(db, firm);
  const cells = attorneys.flatMap((attorneyId) =>
    types.map(
      (disbursementTypeId): Cell => ({
        expected: oracleCell(size.days),
        attorneyId,
        disbursementTypeId,
      }),
    ),
  );
  const changes: string[] = [];
  return { id: firm.id, admin: admin.id, matterId, cells, changes };
}

export type Random = ReturnType<typeof randomOf>;

/** Reproducible: the steps of a firm follow from its number (a linear congruential generator). */
export function randomOf(seed: number) {
  let state = seed;
  const below = (count: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * count);
  };
  return {
    below,
    pick: <T>(from: readonly T[]): T | undefined => from[below(from.length)],
    /** True in so many of a hundred cases. */
    isIn: (percent: number) => below(100) < percent,
  };
}

/** Of an attorney who records. */
export function contextOf(firm: Firm, attorneyId: string, now: Date): AuditContext {
  const actor = {
    userId: attorneyId,
    sessionId: newId(),
    name: 'An attorney',
    email: 'attorney@firm.co.za',
    role: role.attorney,
    session: 'full',
    scope: createFirmScope(firm.id),
    authenticatedAt: now,
    endsAt: now,
    ...noFactor,
  } as const;
  return { actor, address: '127.0.0.1', requestId: 'fees', now };
}

export function randomFees(random: Random): Fees {
  const count = 1 + random.below(3);
  const ends = Array.from({ length: count }, (_, index) => 5 * (index + 1));
  const prices = ends.map(() => random.below(20_000));
  return { ends, prices, every: random.below(3) * 5, everyPrice: random.below(3000) };
}

export function bandsOf({ ends, prices, every, everyPrice }: Fees): CallFeeBand[] {
  const timed = ends.map((endTime, index) => ({
    startTime: ends[index - 1] ?? 0,
    endTime,
    additionalTime: 0,
    chargeCents: prices[index] ?? 0,
  }));
  const thereafter = { startTime: -1, endTime: -1, additionalTime: every, chargeCents: everyPrice };
  return [...timed, thereafter];
}
