import { newId } from '@recoup/contract/core/ids';
import { sql } from 'kysely';
import type { TestApp } from './app.ts';

/** An entry as the table may hold it, so many times over. */
export type StoredEntry = {
  amountCents: bigint;
  minutes: number | null;
  quantity: number | null;
  date: string;
  times: number;
};

export type FirmOfSums = Awaited<ReturnType<typeof aFirmOfSums>>;

/** A firm whose table holds these entries, also those that no version takes any more. */
export async function aFirmOfSums(test: TestApp, stored: readonly StoredEntry[]) {
  const firm = await test.aFirm();
  const admin = await test.anAdmin({ firm });
  const attorney = await test.aUser({ firm });
  const [matter, type] = [await test.aMatter(firm), await test.aDisbursementType(firm)];
  const call = await test.aDisbursementType(firm, {
    title: 'Call',
    fixed: false,
    calculated: true,
  });
  await test.assignTypes(firm);
  await test.callFees(
    { firm, attorney, type: call },
    { upTo: { 100_000: 10_000_000_000 }, thereafter: [1, 10_000_000_000] },
  );
  const ids = {
    firmId: firm.id,
    attorneyId: attorney.id,
    matterId: matter.id,
    disbursementTypeId: type.id,
  };
  await store(test, ids, stored);
  const entry = await test.getRow('entries', { firmId: firm.id });
  return {
    firm,
    admin,
    attorney,
    matter,
    type,
    call,
    entryId: entry.id,
    token: await test.signIn(admin),
  };
}

type Links = { firmId: string; attorneyId: string; matterId: string; disbursementTypeId: string };

/** Without the triggers that reject values of earlier versions; daily sums follow as always. */
async function store(test: TestApp, links: Links, stored: readonly StoredEntry[]): Promise<void> {
  const { firmId, attorneyId, matterId, disbursementTypeId } = links;
  await sql`alter table entries disable trigger new_entries_within_bounds`.execute(test.db);
  for (const { amountCents, minutes, quantity, date, times } of stored) {
    await sql`
        insert into entries (id, firm_id, attorney_id, matter_id, disbursement_type_id, date,
          minutes, quantity, amount_cents, created_by)
        select gen_random_uuid(), ${firmId}, ${attorneyId}, ${matterId}, ${disbursementTypeId},
          ${date}, ${minutes}, ${quantity}, ${String(amountCents)}, ${attorneyId}
        from generate_series(1, ${times}::int)`.execute(test.db);
  }
  await sql`alter table entries enable trigger new_entries_within_bounds`.execute(test.db);
}

/** What the wire takes at most: a price by amount, by quantity, and by call fees. */
export function entriesAtBounds({ attorney, matter, type, call }: FirmOfSums): object[] {
  const common = { attorney: attorney.id, matter: matter.id, date: '2026-03-05' };
  const fixed = { ...common, disbursementType: type.id };
  return [
    { ...fixed, _id: newId(), amount: 100_000_000 },
    { ...fixed, _id: newId(), quantity: 100_000, amount: 1000 },
    { ...common, _id: newId(), disbursementType: call.id, minutes: 100_000 },
  ];
}

export function centsOf(rows: readonly StoredEntry[]): bigint {
  return rows.reduce((sum, { amountCents, times }) => sum + amountCents * BigInt(times), 0n);
}
