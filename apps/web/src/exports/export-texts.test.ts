import type { ExportMail } from '@recoup/contract/exports/endpoints';
import { expect, it } from 'vitest';
import { mailStatesText, exportPeriodText } from './export-texts.ts';

const mail = (state: ExportMail['state']): ExportMail => ({
  _id: state,
  export: '1',
  type: 'csv',
  profile: 'systems',
  sha256: null,
  to: 'a@lawfirm.co.za',
  subject: 'March',
  state,
  reason: null,
  by: { _id: '1', name: 'Lerato' },
  createdAt: '2026-03-05T08:00:00Z',
  sentAt: null,
});

it('describes the delivery of an export’s mails', () => {
  expect(mailStatesText([])).toBe('Not emailed');
  expect(mailStatesText([mail('failed'), mail('sent'), mail('sent'), mail('queued')])).toBe(
    '2 handed to the mail server, 1 sending, 1 failed',
  );
});

it.each([
  [null, null, 'closed', 'All new entries'],
  [null, null, 'copy', 'Everything'],
  ['2026-03-01', null, 'copy', 'From 1\u00A0Mar\u00A02026'],
  [null, '2026-03-31', 'copy', 'Up to 31\u00A0Mar\u00A02026'],
  ['2026-03-01', '2026-03-31', 'closed', '1\u00A0Mar\u00A02026 – 31\u00A0Mar\u00A02026'],
] as const)('describes the period from %s to %s', (from, to, state, words) => {
  expect(exportPeriodText({ from, to, state })).toBe(words);
});
