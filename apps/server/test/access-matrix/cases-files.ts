import {
  everyone,
  ownOnly,
  type AccessCase,
  none,
  both,
  admins,
  type CaseContext,
} from './expectations.ts';
import { newId } from '@recoup/contract/core/ids';

const csv = { 'content-type': 'text/csv' };
/** One new matter of this attorney. */
const matterFile = (attorney: string) =>
  `Matter Number,Description,Attorney\r\nN${newId().slice(-6)},A new matter,${attorney}\r\n`;
/** A change of the firm's own matter beside a new one. */
const ownFile = ({ side }: CaseContext) =>
  `Matter Number,Description\r\n${side.secret}/1,Another description\r\nNEW/1,A new matter\r\n`;
/** A new matter with a number of the other firm beside a change of an own matter. */
const foreignFile = ({ fixture, side }: CaseContext) => {
  const other = side === fixture.a ? fixture.b : fixture.a;
  return (
    `Matter Number,Description\r\n${other.secret}/1,x\r\n` +
    `${side.secret}/1,Another description\r\n`
  );
};
const countsOwnMatters = (body: unknown): string | undefined => {
  type Counts = { created: number; updated: number; matters: number };
  const { created, updated, matters: all } = (body as { data: Counts }).data; // the contract's
  return created === 1 && updated === 1 && all === 5
    ? undefined
    : `counts ${created} new, ${updated} changed, ${all} in all`;
};

/** A filter by another firm's record finds nothing, like one by a missing record. */
const finds = { rest: 'ok' } as const;

export const matterCases: readonly AccessCase[] = [
  { call: 'listMatters', ...none, ...both(everyone) },
  {
    call: 'listMatters',
    at: 'none (as a file)',
    of: 'none',
    ...both(everyone),
    ask: () => ({ headers: { accept: 'text/csv' } }),
  },
  { call: 'listMatters', at: 'query.attorney', of: 'user', ...both(finds) },
  {
    call: 'getMatterLabels',
    ...none,
    ...both(everyone),
    ask: () => ({ headers: { accept: 'application/json' } }),
  },
  {
    call: 'getMatterLabels',
    at: 'query.matter',
    of: 'matter',
    ...both(ownOnly),
    ask: ({ id }) => ({ query: { matter: id }, headers: { accept: 'application/json' } }),
  },
  {
    call: 'updateMatter',
    at: 'path',
    of: 'matter',
    ...admins(ownOnly),
    ask: ({ id }) => ({ params: { id }, body: { cap: 750 } }),
  },
  {
    call: 'upload',
    ...none,
    ...admins(everyone),
    ask: (given) => ({ body: { fileStream: ownFile(given) } }),
  },
  {
    call: 'upload',
    at: 'a matter number',
    of: 'none',
    ...admins(everyone),
    ask: (given) => ({ body: { fileStream: foreignFile(given) } }),
    shows: countsOwnMatters,
  },
  {
    call: 'upload',
    at: 'an attorney in the file',
    of: 'user',
    // An attorney of another firm is unknown by any name.
    ...admins({ ownAttorney: 'ok', rest: 'refused', malformed: 'refused' }),
    echoes: true,
    ask: ({ fixture, id }) => {
      const people = [
        ...Object.values(fixture.a.people),
        ...Object.values(fixture.b.people),
        fixture.system,
      ];
      return {
        body: {
          fileStream: matterFile(
            people.find((person) => person.id === id)?.email ?? 'nobody@elsewhere.co.za',
          ),
        },
      };
    },
  },
  {
    call: 'upload',
    at: 'none (dry run)',
    of: 'none',
    ...admins({ rest: 'same' }),
    ask: (given) => ({ body: { fileStream: ownFile(given), dryRun: true } }),
  },
];

export const importCases: readonly AccessCase[] = [
  { call: 'listImports', ...none, ...admins(everyone) },
  {
    call: 'createImport',
    ...none,
    ...admins(everyone),
    ask: (given) => ({ body: ownFile(given), headers: csv }),
  },
  {
    call: 'previewImport',
    ...none,
    ...admins({ rest: 'same' }),
    ask: (given) => ({ body: ownFile(given), headers: csv }),
  },
  {
    call: 'previewImport',
    at: 'a matter number',
    of: 'none',
    ...admins({ rest: 'same' }),
    ask: (given) => ({ body: foreignFile(given), headers: csv }),
    shows: countsOwnMatters,
  },
  {
    call: 'listRefusedRows',
    ...none,
    ...admins({ rest: 'same' }),
    ask: ({ fixture, side }) => ({
      body: {
        fileStream: matterFile((side === fixture.a ? fixture.b : fixture.a).people.attorney.email),
      },
    }),
  },
  { call: 'undoImport', at: 'path', of: 'import', ...admins(ownOnly) },
];

/** What is charged, and against what. */

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

const columns = [{ title: 'Matter', field: 'matterNumber' }];
const layout = { name: 'New layout', columns };
const ofLayout = { at: 'path', of: 'layout', ...admins(ownOnly) } as const;

export const postingCases: readonly AccessCase[] = [
  { call: 'listPostingLayouts', ...none, ...admins(everyone) },
  {
    call: 'createPostingLayout',
    ...none,
    ...admins(everyone),
    ask: () => ({ body: layout }),
  },
  {
    call: 'updatePostingLayout',
    ...ofLayout,
    ask: ({ id }) => ({ params: { id }, body: layout }),
  },
  { call: 'deletePostingLayout', ...ofLayout },
  {
    call: 'writePostingTestLine',
    ...none,
    ...admins({ rest: 'same' }),
    ask: () => ({ body: { columns } }),
  },
  { call: 'getPostingSettings', ...ofLayout },
  {
    call: 'getPostingSettings',
    at: 'path (of a built-in layout)',
    of: 'none',
    ...admins(everyone),
    ask: () => ({ params: { id: 'legalsuite' } }),
    shows: (body, { side }) => {
      const { firmId } = (body as { data: { firmId?: string } }).data; // the contract's
      return firmId === side.secret ? undefined : `is ${firmId}`;
    },
  },
  {
    call: 'savePostingSettings',
    ...ofLayout,
    ask: ({ id }) => ({ params: { id }, body: { accounts: {} } }),
  },
  {
    call: 'savePostingSettings',
    at: 'body.accounts',
    of: 'type',
    ...admins({ own: 'ok', rest: 'bad' }),
    echoes: true,
    ask: ({ id }) => ({ params: { id: 'legalsuite' }, body: { accounts: { [id]: '4000' } } }),
  },
  {
    call: 'getExportFile',
    at: 'query.layout',
    of: 'layout',
    ...admins(ownOnly),
    ask: ({ id, side }) => ({ params: { id: side.export.id }, query: { layout: id } }),
    writes: true,
  },
];
