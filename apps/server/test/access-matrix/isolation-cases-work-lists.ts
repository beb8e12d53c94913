import { newId } from '@recoup/contract/core/ids';
import * as corrections from '../../src/entries/bulk-corrections/bulk-corrections.repository.ts';
import * as entries from '../../src/entries/entries.repository.ts';
import * as entryList from '../../src/entries/list/entry-list.repository.ts';
import * as views from '../../src/list-views/list-views.repository.ts';
import * as ledger from '../../src/platform/database/ledger.ts';
import { type IsolationCase, isolationCasesOf, now } from './isolation-case.ts';
import type { FirmFixture } from './firm-fixture.ts';

const price = {
  scheduleId: null,
  unitPriceId: null,
  amountCents: 1,
  vatTreatment: 'none',
  vatBasisPoints: 0,
  vatIncluded: false,
} as const;
const list = 'entries' as const;
const viewOf = (of: FirmFixture) => ({ userId: of.people.admin.id, id: of.listView.id });
const listOf = (of: FirmFixture) => ({ userId: of.people.admin.id, list });

/** Corrections of many entries, and lists as users want them. */
export const workListIsolationCases: readonly IsolationCase[] = [
  ...isolationCasesOf('entries', {
    listEntryRows: [(trx, own, of) => entries.listEntryRows(trx, own, [of.entry.id]), []],
    lockEntries: [(trx, own, of) => entries.lockEntries(trx, own, [of.entry.id]), []],
    listEntriesByIds: [(trx, own, of) => entryList.listEntriesByIds(trx, own, [of.entry.id]), []],
    findStoredCorrection: [
      (trx, own, of) => corrections.findStoredCorrection(trx, own, of.correction.id),
      undefined,
    ],
    findCorrection: [
      (trx, own, of) => corrections.findCorrection(trx, own, of.correction.id),
      undefined,
    ],
    listStoredRows: [(trx, own, of) => corrections.listStoredRows(trx, own, of.correction.id), []],
    listTakenBack: [
      async (trx, own, of) => {
        const undone = { undoneAt: now, undoneBy: of.people.admin.id };
        const change = () => trx.updateTable('rateChanges').where('id', '=', of.rateChange.id);
        await change().set(undone).execute();
        const found = await corrections.listTakenBack(trx, own, [of.raisedScheduleId]);
        await change().set({ undoneAt: null, undoneBy: null }).execute();
        return found;
      },
      [],
    ],
    'markUndone of a correction': [
      (trx, own, of) =>
        ledger.markUndone(trx, own, {
          ledger: 'entryCorrections',
          id: of.correction.id,
          userId: of.people.admin.id,
          now,
        }),
    ],
    updateEntryRows: [
      (trx, own, of) =>
        corrections.updateEntryRows(trx, own, [
          {
            id: of.entry.id,
            version: 9,
            matterId: of.matter.id,
            disbursementTypeId: of.type.id,
            ...price,
          },
        ]),
    ],
  }),
  ...isolationCasesOf('list-views', {
    listViewRows: [(trx, own, of) => views.listViewRows(trx, own, listOf(of)), []],
    findView: [(trx, own, of) => views.findView(trx, own, viewOf(of)), undefined],
    insertView: [
      (trx, own, of) =>
        views.insertView(trx, own, {
          ...listOf(of),
          id: newId(),
          name: 'Another',
          query: '',
          createdAt: now,
        }),
    ],
    updateView: [
      (trx, own, of) => views.updateView(trx, own, { ...viewOf(of), name: 'X', query: '' }),
    ],
    deleteView: [(trx, own, of) => views.deleteView(trx, own, viewOf(of)), false],
    findHiddenColumns: [(trx, own, of) => views.findHiddenColumns(trx, own, listOf(of)), []],
  }),
];
