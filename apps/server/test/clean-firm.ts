import { role } from '@recoup/contract/core/access';
import { newId } from '@recoup/contract/core/ids';
import { isWorkingDay } from '@recoup/contract/month-end/working-days';
import type { TestApp } from './app.ts';
import { aDisbursementType, aFirm, aMatter, assignTypes, aUser, callFees } from './factories.ts';

/** Today in the tests of exceptions; the month that is closed is February 2026. */
const cleanToday = '2026-03-03';

type Entry = {
  matterId: string;
  attorneyId: string;
  disbursementTypeId: string;
  date: string;
  minutes: number | null;
  quantity: number | null;
  amountCents: number;
};

export type CleanFirm = Awaited<ReturnType<typeof aCleanFirm>>;

/**
 * A firm in which nothing is wrong: five attorneys with fees, matters of theirs, three closed
 * months and `entries` entries in February 2026, recorded on working days. Calls and copies as they
 * are common: mostly short, some long, none twice.
 */
export async function aCleanFirm(test: TestApp, { entries = 300 }: { entries?: number } = {}) {
  const { db } = test;
  test.clock.set(new Date(`${cleanToday}T08:00:00Z`));
  const firm = await aFirm(db);
  const admin = await aUser(db, { firm, role: role.attorneyAdmin });
  const call = await aDisbursementType(db, firm, { title: 'Call', fixed: false, calculated: true });
  const copies = await aDisbursementType(db, firm, { title: 'Copies' });
  const attorneys = [];
  for (let index = 0; index < 5; index += 1) attorneys.push(await aUser(db, { firm }));
  await assignTypes(db, firm);
  const matters: { id: string; attorneyId: string }[] = [];
  for (const attorney of attorneys) {
    await callFees(db, { firm, attorney, type: call }, { upTo: { 5: 1000 } });
    for (let index = 0; index < 8; index += 1) {
      const matter = await aMatter(db, firm, { attorneyId: attorney.id, opened: '2025-01-01' });
      matters.push({ id: matter.id, attorneyId: attorney.id });
    }
  }
  const of = { matters, call: call.id, copies: copies.id };
  const rows = [
    ...['2025-11', '2025-12', '2026-01'].flatMap((month) => monthOf(month, 300, of)),
    ...monthOf('2026-02', entries, of),
  ];
  await insertEntries(test, firm.id, rows);
  const token = await test.signIn(admin);
  const closing = await test.call('POST /exports', { token, body: { to: '2026-01-31' } });
  if (closing.statusCode !== 201) throw new Error(closing.body);
  // It was closed and taken on the first working day of February.
  const taken = new Date('2026-02-01T08:00:00Z');
  await test.updateRows('exports', { firmId: firm.id }, { createdAt: taken, fetchedAt: taken });
  return { firm, admin, token, call, copies, attorneys, matters };
}

function monthOf(
  month: string,
  entries: number,
  {
    matters,
    call,
    copies,
  }: { matters: { id: string; attorneyId: string }[]; call: string; copies: string },
): Entry[] {
  const days = Array.from(
    { length: 28 },
    (_, day) => `${month}-${String(day + 1).padStart(2, '0')}`,
  );
  const working = days.filter(isWorkingDay);
  return Array.from({ length: entries }, (_, index) => {
    const { id: matterId, attorneyId } = matters[index % matters.length] ?? {
      id: '',
      attorneyId: '',
    };
    const round = Math.floor(index / matters.length);
    const isCall = round % 3 !== 0;
    // As calls are: half of them up to six minutes, one in a thousand above an hour.
    const size = 1 + Math.floor(-9 * Math.log(1 - ((index * 7919) % 9973) / 9973));
    return {
      matterId,
      attorneyId,
      disbursementTypeId: isCall ? call : copies,
      date: working[round % working.length] ?? '',
      minutes: isCall ? size : null,
      quantity: isCall ? null : size,
      amountCents: (isCall ? 300 : 250) * size + round,
    };
  });
}

async function insertEntries(test: TestApp, firmId: string, rows: readonly Entry[]): Promise<void> {
  for (let start = 0; start < rows.length; start += 2_000)
    await test.insertRows(
      'entries',
      rows.slice(start, start + 2_000).map((row) => ({
        ...row,
        id: newId(),
        firmId,
        createdBy: row.attorneyId,
        narration: 'Settlement',
        createdAt: new Date(`${row.date}T15:00:00Z`),
      })),
    );
}
