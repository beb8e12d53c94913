import {
  everyone,
  ownOnly,
  type CaseContext,
  type AccessCase,
  none,
  admins,
} from './expectations.ts';

const reason = { reason: 'It was wrong' };
const isNumber =
  (expected: (given: CaseContext) => number) => (body: unknown, given: CaseContext) => {
    const { number } = (body as { data: { number: number } }).data; // the contract's
    return number === expected(given) ? undefined : `is number ${number}`;
  };

export const exportCases: readonly AccessCase[] = [
  { call: 'download', ...none, ...admins(everyone), writes: true },
  {
    call: 'download',
    at: 'none (as a file)',
    of: 'none',
    ...admins(everyone),
    writes: true,
    ask: () => ({ headers: { accept: 'text/csv' } }),
  },
  {
    call: 'createExport',
    ...none,
    ...admins(everyone),
    // Its attorneys have a calculated type without call fees.
    ask: () => ({ body: { override: 'Agreed' } }),
    shows: isNumber(({ fixture, side }) => (side === fixture.a ? 2 : 8)),
  },
  {
    call: 'createExport',
    at: 'none (a dry run)',
    of: 'none',
    ...admins(everyone),
    ask: () => ({ body: { dryRun: true } }),
  },
  { call: 'listExports', ...none, ...admins(everyone) },
  {
    // Of the other firm it finds nothing.
    call: 'listExports',
    at: 'query.sha256',
    of: 'none',
    ...admins(everyone),
    ask: ({ fixture, side }) => {
      const other = side === fixture.a ? fixture.b : fixture.a;
      return { query: { sha256: other.exportHash.toString('hex') } };
    },
    shows: (body) => {
      const { count } = body as { count: number }; // the contract's
      return count === 0 ? undefined : 'finds an export of another firm';
    },
  },
  { call: 'getExport', at: 'path', of: 'export', ...admins(ownOnly) },
  { call: 'getExportFile', at: 'path', of: 'export', ...admins(ownOnly), writes: true },
  {
    call: 'reopenExport',
    at: 'path',
    of: 'export',
    ...admins(ownOnly),
    ask: ({ id }) => ({ params: { id }, body: reason }),
  },
  { call: 'getExportSettings', ...none, ...admins(everyone) },
  {
    call: 'saveExportSettings',
    ...none,
    ...admins(everyone),
    ask: () => ({ body: { csvDelimiter: ';' } }),
  },
  { call: 'previewMail', ...none, ...admins(everyone) },
  { call: 'previewMail', at: 'query.export', of: 'export', ...admins(ownOnly) },
  {
    call: 'sendMail',
    ...none,
    ...admins(everyone),
    ask: () => ({
      query: { type: 'csv' },
      body: { from: '', to: 'bookkeeper@elsewhere.co.za', subject: 'March', body: '' },
    }),
  },
  {
    call: 'sendMail',
    at: 'query.export',
    of: 'export',
    ...admins(ownOnly),
    ask: ({ id }) => ({
      query: { type: 'csv', export: id },
      body: { from: '', to: 'bookkeeper@elsewhere.co.za', subject: 'March', body: '' },
    }),
  },
  {
    call: 'sendMail',
    at: 'query.layout',
    of: 'layout',
    ...admins(ownOnly),
    ask: ({ id, side }) => ({
      query: { type: 'csv', export: side.export.id, layout: id },
      body: { from: '', to: 'bookkeeper@elsewhere.co.za', subject: 'March', body: '' },
    }),
  },
  { call: 'repeatMail', at: 'path', of: 'mail', ...admins(ownOnly) },
];

/** What was recorded, and the files and mails that carry it out. */
