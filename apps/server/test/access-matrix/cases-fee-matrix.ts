import { matrixColumns } from '@recoup/contract/fee-matrix/endpoints';
import { type CaseContext, everyone, type AccessCase, none, admins } from './expectations.ts';

/** The fees of an attorney for a type. */
const file = (email: string, title: string) =>
  `${matrixColumns.join(',')}\r\n${email},${title},,9,44,,,,,,,,\r\n`;
const ownFile = ({ side }: CaseContext) => file(side.people.attorney.email, `Call ${side.mark}`);
const emailOf = ({ fixture: { a, b, system }, id }: CaseContext) =>
  [...Object.values(a.people), ...Object.values(b.people), system].find(
    (person) => person.id === id,
  )?.email ?? 'nobody@elsewhere.co.za';
const titleOf = ({ fixture: { a, b }, id }: CaseContext) =>
  [a, b].find(({ type }) => type.id === id)?.mark ?? 'of nobody';
const refused = { rest: 'refused', malformed: 'refused' } as const;

export const rateMatrixCases: readonly AccessCase[] = [
  { call: 'getRateMatrix', ...none, ...admins(everyone) },
  {
    call: 'getRateMatrix',
    at: 'none (as a file)',
    of: 'none',
    ...admins(everyone),
    ask: () => ({ query: { on: '2026-03-06' }, headers: { accept: 'text/csv' } }),
  },
  {
    call: 'uploadRateMatrix',
    ...none,
    ...admins(everyone),
    ask: (given) => ({ body: { fileStream: ownFile(given) } }),
  },
  {
    call: 'uploadRateMatrix',
    at: 'none (dry run)',
    of: 'none',
    ...admins({ rest: 'same' }),
    ask: (given) => ({ body: { fileStream: ownFile(given), dryRun: true } }),
  },
  {
    call: 'uploadRateMatrix',
    at: 'an attorney in the file',
    of: 'user',
    ...admins({ ownAttorney: 'ok', ...refused }),
    echoes: true,
    ask: (given) => ({
      body: { fileStream: file(emailOf(given), `Call ${given.side.mark}`) },
    }),
  },
  {
    call: 'uploadRateMatrix',
    at: 'a type in the file',
    of: 'type',
    ...admins({ own: 'ok', ...refused }),
    echoes: true,
    ask: (given) => ({
      body: { fileStream: file(given.side.people.attorney.email, `Call ${titleOf(given)}`) },
    }),
  },
];
