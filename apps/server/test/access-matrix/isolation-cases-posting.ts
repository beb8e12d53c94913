import { newId } from '@recoup/contract/core/ids';
import type { LayoutForm } from '@recoup/contract/posting/layouts';
import * as totals from '../../src/exports/export-list.repository.ts';
import * as posting from '../../src/posting/posting.repository.ts';
import { type IsolationCase, isolationCasesOf, now } from './isolation-case.ts';

const definition: LayoutForm = {
  header: true,
  delimiter: ',',
  quote: 'never',
  lineEnd: 'lf',
  encoding: 'utf-8',
  records: 1,
  columns: [],
};
const layout = { name: 'Taken over', definition, version: 9 };

export const postingIsolationCases: readonly IsolationCase[] = [
  ...isolationCasesOf('posting', {
    listOwnLayouts: [(trx, own) => posting.listOwnLayouts(trx, own)],
    lockLayouts: [(trx, own) => posting.lockLayouts(trx, own)],
    findOwnLayout: [(trx, own, of) => posting.findOwnLayout(trx, own, of.layout.id), undefined],
    insertLayout: [
      (trx, own) => posting.insertLayout(trx, own, { ...layout, id: newId(), createdAt: now }),
    ],
    updateLayoutRow: [
      (trx, own, of) => posting.updateLayoutRow(trx, own, { ...layout, id: of.layout.id }),
    ],
    deleteLayoutRow: [(trx, own, of) => posting.deleteLayoutRow(trx, own, of.layout.id)],
    findSettings: [(trx, own, of) => posting.findSettings(trx, own, of.layout.id), undefined],
    saveSettings: [
      (trx, own, of) =>
        posting.saveSettings(trx, own, {
          layout: of.layout.id,
          settings: { accounts: {}, firmId: 'Another' },
          version: 9,
        }),
    ],
    savePostingFile: [
      (trx, own, of) =>
        posting.savePostingFile(trx, own, {
          exportId: of.export.id,
          layout: of.layout.id,
          layoutName: 'Another',
          rowCount: 9,
          sumCents: 9n,
          vatCents: null,
          createdAt: now,
          createdBy: of.people.admin.id,
        }),
    ],
  }),
  ...isolationCasesOf('exports', {
    listPostingTotals: [(trx, own, of) => totals.listPostingTotals(trx, own, [of.export.id]), []],
  }),
];
