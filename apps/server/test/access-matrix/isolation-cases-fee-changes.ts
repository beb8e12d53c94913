import * as fees from '../../src/call-fees/fee-changes.repository.ts';
import * as repricing from '../../src/entries/repricing.repository.ts';
import { createFirmScope } from '../../src/platform/core/actor.ts';
import type { Trx } from '../../src/platform/database/connections.ts';
import * as changes from '../../src/fee-changes/fee-changes.repository.ts';
import * as lockedUsers from '../../src/users/locked-users.repository.ts';
import * as ledgers from '../../src/platform/database/ledger.ts';
import { auditOf, type IsolationCase, isolationCasesOf, now } from './isolation-case.ts';
import type { FirmFixture } from './firm-fixture.ts';

const day = '2027-02-01';
const cellOf = (of: FirmFixture) => ({
  attorneyId: of.people.attorney.id,
  disbursementTypeId: of.type.id,
  next: null,
});
const from = '2026-01-01';

/** Makes the change price the entry, locked by the export or not, while `work` runs. */
async function pricedByChange<T>(
  trx: Trx,
  of: FirmFixture,
  { exportId, work }: { exportId: string | null; work: () => Promise<T> },
): Promise<T> {
  const price = async (values: { scheduleId: string; exportId?: string | null }) =>
    trx.updateTable('entries').set(values).where('id', '=', of.entry.id).execute();
  const before = await trx
    .selectFrom('entries')
    .where('id', '=', of.entry.id)
    .select('exportId')
    .executeTakeFirstOrThrow();
  await price({ scheduleId: of.raisedScheduleId, exportId });
  const answer = await work();
  await price({ scheduleId: of.scheduleId, ...before });
  return answer;
}

const schedules = isolationCasesOf('call-fees', {
  listAttorneysAbove: [
    (trx, own, of) =>
      fees.listAttorneysAbove(trx, own, {
        added: new Map([of.people.attorney.id].map((id) => [id, 1] as const)),
        limit: 0,
      }),
    [],
  ],
  listSchedulesOfChange: [
    (trx, own, of) => fees.listSchedulesOfChange(trx, own, of.rateChange.id),
    [],
  ],
  takeSchedulesBack: [
    (trx, own, of) => fees.takeSchedulesBack(trx, own, { changeId: of.rateChange.id, now }),
  ],
  listBandsBySchedule: [
    (trx, own, of) => fees.listBandsBySchedule(trx, own, [of.scheduleId]),
    new Map(),
  ],
  listChangedSince: [
    async (trx, own, of) =>
      (await fees.listChangedSince(trx, own, new Date(0))).filter(
        ({ attorneyId }) => attorneyId === of.people.attorney.id,
      ),
    [],
  ],
});

const entries = isolationCasesOf('entries', {
  groupPricedEntries: [
    (trx, own, of) => repricing.groupPricedEntries(trx, own, { cells: [cellOf(of)], from }),
    [],
  ],
  listLatestEntries: [
    async (trx, own, of) => {
      const cells = [cellOf(of)];
      const groups = await repricing.groupPricedEntries(trx, createFirmScope(of.id), {
        cells,
        from,
      });
      return repricing.listLatestEntries(trx, own, { cells, groups, from, limit: 9 });
    },
    [],
  ],
  sumPricedEntries: [
    (trx, own, of) =>
      repricing.sumPricedEntries(trx, own, { cells: [cellOf(of)], after: from, to: day }),
    [],
  ],
  collectEntries: [
    async (trx, own, of) => {
      const cells = [{ ...cellOf(of), scheduleId: of.raisedScheduleId }];
      await repricing.collectEntries(trx, own, { cells, from });
      return repricing.listUnpriced(trx);
    },
    [],
  ],
  collectEntriesOfChange: [
    (trx, own, of) =>
      pricedByChange(trx, of, {
        exportId: null,
        work: async () => {
          await repricing.collectEntriesOfChange(trx, own, of.rateChange.id);
          return repricing.listUnpriced(trx);
        },
      }),
    [],
  ],
  listCollected: [
    async (trx, own, of) => {
      const cells = [{ ...cellOf(of), scheduleId: of.raisedScheduleId }];
      await repricing.collectEntries(trx, createFirmScope(of.id), { cells, from });
      const lengths = await repricing.listUnpriced(trx);
      return repricing.listCollected(trx, own, { lengths, limit: 5 });
    },
    [],
  ],
  savePrices: [
    async (trx, own, of) => {
      const cells = [{ ...cellOf(of), scheduleId: of.raisedScheduleId }];
      await repricing.collectEntries(trx, createFirmScope(of.id), { cells, from });
      const lengths = await repricing.listUnpriced(trx);
      await repricing.setPrices(
        trx,
        lengths.map((length) => ({ ...length, cents: 1 })),
      );
      return repricing.savePrices(trx, own, { by: auditOf(own), reason: 'None' });
    },
    0,
  ],
  listExportsOfChange: [
    (trx, own, of) =>
      pricedByChange(trx, of, {
        exportId: of.export.id,
        work: () => repricing.listExportsOfChange(trx, own, of.rateChange.id),
      }),
    [],
  ],
});

const ledger = isolationCasesOf('fee-changes', {
  listAssignedCells: [(trx, own) => changes.listAssignedCells(trx, own)],
  findNames: [
    (trx, own, of) => changes.findNames(trx, own, cellOf(of)),
    { attorney: null, disbursementType: null },
  ],
  setRepriced: [
    (trx, own, of) => changes.setRepriced(trx, own, { id: of.rateChange.id, repriced: 9 }),
  ],
  findStoredChange: [
    (trx, own, of) => changes.findStoredChange(trx, own, of.rateChange.id),
    undefined,
  ],
  findFeeChange: [(trx, own, of) => changes.findFeeChange(trx, own, of.rateChange.id), undefined],
  listFeeChanges: [(trx, own) => changes.listFeeChanges(trx, own, {})],
  'listFeeChanges, counted': [
    async (trx, own) => (await changes.listFeeChanges(trx, own, {})).count,
    1,
  ],
  listChangesOfSchedules: [
    (trx, own, of) =>
      changes.listChangesOfSchedules(trx, own, {
        validFrom: '2027-01-01',
        scheduleIds: [of.raisedScheduleId],
      }),
    [],
  ],
  countSavedSchedules: [
    (trx, own, of) =>
      changes.countSavedSchedules(trx, own, {
        validFrom: '2000-01-01',
        scheduleIds: [of.scheduleId],
      }),
    0,
  ],
  markUndone: [
    (trx, own, of) =>
      ledgers.markUndone(trx, own, {
        ledger: 'rateChanges',
        id: of.rateChange.id,
        userId: of.people.admin.id,
        now,
      }),
  ],
  deleteStoredPrices: [(trx, own, of) => changes.deleteStoredPrices(trx, own, of.rateChange.id)],
});

const users = isolationCasesOf('users', {
  lockAttorneyRows: [
    (trx, own, of) => lockedUsers.lockAttorneyRows(trx, own, [of.people.attorney.id]),
  ],
  bumpVersions: [(trx, own, of) => lockedUsers.bumpVersions(trx, own, [of.people.attorney.id])],
});

/** Changes of many fees, and the entries that they price. */
export const feeChangeIsolationCases: readonly IsolationCase[] = [
  ...schedules,
  ...entries,
  ...ledger,
  ...users,
];
