import type { HandOver, HandOverRun } from '@recoup/contract/hand-over/endpoints';
import { expect, it } from 'vitest';
import { aboutHandOver, aboutRun, aboutServer } from './hand-over-texts.ts';

const plain = (text: string): string => text.replaceAll('\u00A0', ' ');

const handOver: HandOver = {
  _id: 'a',
  name: 'Month end',
  type: 'csv',
  layout: null,
  server: { _id: 's', name: 'Ledger' },
  email: null,
  on: 'last_working_day',
  day: null,
  time: '16:00',
  isOn: false,
  by: { _id: 'u', name: 'Ayanda' },
  nextAt: null,
};
const layouts = [{ _id: 'legalsuite', name: 'LegalSuite' }];

it.each([
  [{}, 'CSV to Ledger. On the last working day of the month at 16:00. It is off.'],
  [{ type: 'xlsx', on: 'daily' }, 'Excel file (XLSX) to Ledger. Daily at 16:00.'],
  [
    { layout: 'legalsuite', server: null, email: 'a@b.example', on: 'day_of_month', day: 31 },
    'LegalSuite to a@b.example. On day 31 of the month, or on the last day of a shorter month at',
  ],
  [
    { on: 'working_days_before', day: 1 },
    '1 working day before the last one of the month at 16:00',
  ],
  [{ layout: 'gone' }, 'A deleted layout to Ledger.'],
] as const)('describes a hand-over: %#', (input, words) => {
  expect(aboutHandOver({ ...handOver, ...input }, layouts)).toContain(words);
});

const run: HandOverRun = {
  _id: 'r',
  handOver: { _id: 'a', name: 'Month end' },
  dueAt: '2026-03-31T14:00:00.000Z',
  startedAt: '2026-03-31T14:00:00.000Z',
  upTo: '2026-03-31',
  state: 'sending',
  message: 'The server did not answer in time.',
  export: { _id: 'x', number: 7 },
  to: 'sftp.example, /in',
  fileName: 'recoup-export-7.csv',
  tries: 2,
  nextTryAt: '2026-03-31T14:03:00.000Z',
  sentAt: null,
  canRepeat: true,
};

it('says what became of a run, in an order that one can read aloud', () => {
  expect(plain(aboutRun(run))).toMatch(
    new RegExp(
      '^31 Mar 2026.*\\. Export 7, up to 31 Mar 2026\\. ' +
        'recoup-export-7\\.csv to sftp\\.example, /in\\. ' +
        'The server did not answer in time\\. Tried 2 times\\. Next try: 31 Mar 2026.*\\.$',
    ),
  );
  const empty = { state: 'empty', export: null, tries: 0, nextTryAt: null } as const;
  const message = 'There was nothing to export.';
  expect(plain(aboutRun({ ...run, ...empty, message }))).toMatch(
    /^31 Mar.*\. There was nothing to export\.$/,
  );
});

it('says of a server whether it may get anything', () => {
  const server = { _id: 's', name: 'Ledger', host: 'sftp.example', port: 2022, user: 'recoup' };
  const more = { secretKind: 'password', folder: '/in' } as const;
  expect(aboutServer({ ...server, ...more, hostKey: null })).toMatch(
    /^recoup@sftp\.example:2022, folder \/in\. Nothing is sent before/,
  );
  expect(aboutServer({ ...server, ...more, port: 22, folder: '', hostKey: 'SHA256:a' })).toBe(
    'recoup@sftp.example. Its host key is confirmed.',
  );
});
