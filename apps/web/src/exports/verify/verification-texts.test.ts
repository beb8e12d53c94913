import type { ExportRecord } from '@recoup/contract/exports/endpoints';
import { expect, it } from 'vitest';
import { verificationSummary } from './verification-texts.ts';

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
  verificationSummary({
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

it('asks for the name of XLSX and PDF, by which alone they are found', () => {
  expect(textOf('renamed.xlsx')).toContain('recoup-export-12.xlsx');
  expect(textOf('renamed.PDF')).toContain('recoup-export-12.pdf');
  expect(textOf('renamed.csv')).not.toContain('recoup-export-12');
});

it('says that a posting file cannot be verified, and what to compare', () => {
  const name = 'recoup-export-7-xero-2-rows-R33.00.csv';
  const named = verificationSummary({ ...file, name, exported, unchangedBy: undefined });
  expect(named).toMatchObject({
    tone: 'info',
    text: expect.stringMatching(/^This file has the name of export 7, .* rows and the sum/),
  });
  expect(textOf('renamed.csv')).toContain('If it is a posting file, this says nothing');
});

it('says of a changed PDF that its export does not make it', () => {
  const changed = verificationSummary({ ...file, name: 'a.pdf', exported, unchangedBy: undefined });
  expect(changed).toEqual({ tone: 'error', text: 'No export has this hash; nearest: export 7.' });
});
