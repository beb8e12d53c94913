import type { ExportRecord } from '@recoup/contract/exports/endpoints';
import { expect, it } from 'vitest';
import { summaryOf } from './verification-words.ts';

const exported: ExportRecord = {
  _id: 'x',
  number: 7,
  state: 'closed',
  by: { _id: 'a', name: 'Anna' },
  createdAt: '2026-03-05T10:00:00Z',
  from: null,
  to: null,
  rows: 1,
  sum: 33,
  sha256: '',
  reopening: null,
  override: null,
  mails: [],
  postings: [],
};
const file = { sha256: '', check: undefined, differences: [], differingLines: 0 };
const textOf = (name: string, state?: ExportRecord['state']) =>
  summaryOf({
    ...file,
    name,
    exported: state && { ...exported, state },
    unchangedBy: state && 'ledger',
  }).text;

it('says of an unchanged file what became of its export', () => {
  expect(textOf('a.csv', 'closed')).toBe('Unchanged: this is the CSV of export 7.');
  expect(textOf('a.csv', 'reopened')).toContain('That export was reopened');
  expect(textOf('a.csv', 'copy')).toContain('It is a copy');
});

it('asks for the name of an XLSX file, by which alone it is found', () => {
  expect(textOf('renamed.xlsx')).toContain('recoup-export-12.xlsx');
  expect(textOf('renamed.csv')).not.toContain('xlsx');
});
