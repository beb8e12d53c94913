import type { MailPreview } from '@recoup/contract/mail/endpoints';
import { expect, it } from 'vitest';
import { emptyMail, fillMail, isTyped, typedMail, withFile } from './mail-texts.ts';

const preview: MailPreview = {
  export: '1',
  number: 12,
  state: 'closed',
  firmName: 'Nkosi Attorneys',
  rows: 260,
  sum: 12345.5,
  firstDay: '2026-11-01',
  lastDay: '2026-11-30',
  csv: { profile: 'systems', delimiter: ';' },
  files: [
    { type: 'csv', fileName: 'recoup-export-12.csv', refusal: null },
    { type: 'xlsx', fileName: 'recoup-export-12.xlsx', refusal: null },
    { type: 'pdf', fileName: 'recoup-export-12.pdf', refusal: null },
  ],
  layouts: [{ _id: 'ledes98bi', name: 'LEDES 98BI V2' }],
};

it('fills the text with the file, the firm, the days, the lines and the sum', () => {
  expect(fillMail(preview, emptyMail)).toEqual({
    type: 'csv',
    layout: '',
    to: '',
    subject: 'Disbursements 1–30 November 2026, export 12',
    body: [
      'Good day,',
      '',
      'Attached is recoup-export-12.csv.',
      '',
      'Nkosi Attorneys',
      'Disbursements, export 12',
      'Days: 2026-11-01 to 2026-11-30',
      'Lines: 260',
      'Total: R\u00A012\u00A0345.50',
    ].join('\n'),
  });
});

it.each([
  ['2026-03-05', '2026-03-05', '5 March 2026'],
  ['2026-10-28', '2026-11-03', '28 October – 3 November 2026'],
  ['2025-12-28', '2026-12-03', '28 December 2025 – 3 December 2026'],
])('names the days from %s to %s in the subject', (firstDay, lastDay, text) => {
  const { subject } = fillMail({ ...preview, firstDay, lastDay }, emptyMail);
  expect(subject).toBe(`Disbursements ${text}, export 12`);
});

it('keeps what was typed, and fills in the rest', () => {
  const draft = { ...emptyMail, exportId: '1', to: 'a@b.co.za', body: 'As agreed.' };
  expect(fillMail(preview, draft)).toMatchObject({
    to: 'a@b.co.za',
    subject: 'Disbursements 1–30 November 2026, export 12',
    body: 'As agreed.',
  });
});

it('fills in the figures of the present export in place of a text typed for another one', () => {
  const draft = { ...emptyMail, exportId: '2', to: 'a@b.co.za', body: 'Lines: 7, as agreed.' };
  expect(fillMail(preview, draft)).toEqual({ ...fillMail(preview, emptyMail), to: 'a@b.co.za' });
});

it('does not count as typed what was filled in', () => {
  const filled = fillMail(preview, emptyMail);
  expect(typedMail(preview, filled)).toEqual({ ...emptyMail, exportId: '1' });
  expect(isTyped(typedMail(preview, filled))).toBe(false);
  expect(typedMail(preview, { ...filled, body: 'As agreed.' })).toMatchObject({
    subject: '',
    body: 'As agreed.',
  });
});

it('names the file of another kind, unless the text was changed', () => {
  const filled = fillMail(preview, emptyMail);
  expect(withFile(preview, filled, { type: 'pdf', layout: '' }).body).toContain(
    'Attached is recoup-export-12.pdf.',
  );
  const changed = { ...filled, to: 'a@b.co.za', subject: '', body: `${filled.body}\nRegards` };
  expect(withFile(preview, changed, { type: 'pdf', layout: '' })).toEqual({
    ...changed,
    type: 'pdf',
  });
});

it('names the layout of a posting file, as long as the firm has it', () => {
  const filled = fillMail(preview, emptyMail);
  const posting = withFile(preview, filled, { type: 'csv', layout: 'ledes98bi' });
  expect(posting.body).toContain('Attached is the posting file “LEDES 98BI V2”.');
  const draft = typedMail(preview, posting);
  expect(fillMail(preview, draft)).toEqual(posting);
  expect(fillMail({ ...preview, layouts: [] }, draft)).toEqual(filled);
});
