import {
  everyone,
  ownOnly,
  type AccessCase,
  both,
  admins,
  type CaseContext,
  idIn,
  withoutId,
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
  withoutId('listMatters', both(everyone)),
  idIn('listMatters', 'none (as a file)', 'none', both(everyone), () => ({
    headers: { accept: 'text/csv' },
  })),
  idIn('listMatters', 'query.attorney', 'user', both(finds)),
  withoutId('getMatterLabels', both(everyone), () => ({ headers: { accept: 'application/json' } })),
  idIn('getMatterLabels', 'query.matter', 'matter', both(ownOnly), ({ id }) => ({
    query: { matter: id },
    headers: { accept: 'application/json' },
  })),
  idIn('updateMatter', 'path', 'matter', admins(ownOnly), () => ({ body: { cap: 750 } })),
  withoutId('upload', admins(everyone), (input) => ({ body: { fileStream: ownFile(input) } })),
  {
    ...idIn('upload', 'a matter number', 'none'),
    ...admins(everyone),
    ask: (value) => ({ body: { fileStream: foreignFile(value) } }),
    shows: countsOwnMatters,
  },
  {
    ...idIn('upload', 'an attorney in the file', 'user'),
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
  idIn('upload', 'none (dry run)', 'none', admins({ rest: 'same' }), (fields) => ({
    body: { fileStream: ownFile(fields), dryRun: true },
  })),
];

export const importCases: readonly AccessCase[] = [
  withoutId('listImports', admins(everyone)),
  withoutId('createImport', admins(everyone), (given) => ({ body: ownFile(given), headers: csv })),
  withoutId('previewImport', admins({ rest: 'same' }), (given) => ({
    body: ownFile(given),
    headers: csv,
  })),
  {
    ...idIn('previewImport', 'a matter number', 'none'),
    ...admins({ rest: 'same' }),
    ask: (given) => ({ body: foreignFile(given), headers: csv }),
    shows: countsOwnMatters,
  },
  withoutId('listRefusedRows', admins({ rest: 'same' }), ({ fixture, side }) => ({
    body: {
      fileStream: matterFile((side === fixture.a ? fixture.b : fixture.a).people.attorney.email),
    },
  })),
  withoutId('listImportWords', admins(everyone)),
  {
    ...idIn('saveImportWord', 'body.value', 'user'),
    ...admins({ ownAttorney: 'ok', rest: 'gone' }),
    ask: ({ id }) => ({ body: { field: 'attorney', word: 'J Smith', value: id } }),
  },
  idIn('undoImport', 'path', 'import', admins(ownOnly)),
];

/** What is charged, and against what. */

const reason = { reason: 'It was wrong' };
const isNumber =
  (expected: (given: CaseContext) => number) => (body: unknown, given: CaseContext) => {
    const { number } = (body as { data: { number: number } }).data; // the contract's
    return number === expected(given) ? undefined : `is number ${number}`;
  };

export const exportCases: readonly AccessCase[] = [
  withoutId('download', { ...admins(everyone), writes: true }),
  idIn('download', 'none (as a file)', 'none', { ...admins(everyone), writes: true }, () => ({
    headers: { accept: 'text/csv' },
  })),
  {
    ...withoutId('createExport'),
    ...admins(everyone),
    // Its attorneys have a calculated type without call fees.
    ask: () => ({ body: { override: 'Agreed' } }),
    shows: isNumber(({ fixture, side }) => (side === fixture.a ? 2 : 8)),
  },
  idIn('createExport', 'none (a dry run)', 'none', admins(everyone), () => ({
    body: { dryRun: true },
  })),
  withoutId('listExports', admins(everyone)),
  {
    // Of the other firm it finds nothing.
    ...idIn('listExports', 'query.sha256', 'none'),
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
  idIn('getExport', 'path', 'export', admins(ownOnly)),
  idIn('getExportFile', 'path', 'export', { ...admins(ownOnly), writes: true }),
  idIn('reopenExport', 'path', 'export', admins(ownOnly), () => ({ body: reason })),
  withoutId('getExportSettings', admins(everyone)),
  withoutId('saveExportSettings', admins(everyone), () => ({ body: { csvDelimiter: ';' } })),
  withoutId('previewMail', admins(everyone)),
  idIn('previewMail', 'query.export', 'export', admins(ownOnly)),
  withoutId('sendMail', admins(everyone), () => ({
    query: { type: 'csv' },
    body: { from: '', to: 'bookkeeper@elsewhere.co.za', subject: 'March', body: '' },
  })),
  idIn('sendMail', 'query.export', 'export', admins(ownOnly), ({ id }) => ({
    query: { type: 'csv', export: id },
    body: { from: '', to: 'bookkeeper@elsewhere.co.za', subject: 'March', body: '' },
  })),
  idIn('sendMail', 'query.layout', 'layout', admins(ownOnly), ({ id, side }) => ({
    query: { type: 'csv', export: side.export.id, layout: id },
    body: { from: '', to: 'bookkeeper@elsewhere.co.za', subject: 'March', body: '' },
  })),
  idIn('repeatMail', 'path', 'mail', admins(ownOnly)),
];

/** What was recorded, and the files and mails that carry it out. */

const columns = [{ title: 'Matter', field: 'matterNumber' }];
const layout = { name: 'New layout', columns };
const ofLayout = { at: 'path', of: 'layout', ...admins(ownOnly) } as const;

export const postingCases: readonly AccessCase[] = [
  withoutId('listPostingLayouts', admins(everyone)),
  withoutId('createPostingLayout', admins(everyone), () => ({ body: layout })),
  { call: 'updatePostingLayout', ...ofLayout, ask: () => ({ body: layout }) },
  { call: 'deletePostingLayout', ...ofLayout },
  withoutId('writePostingTestLine', admins({ rest: 'same' }), () => ({ body: { columns } })),
  { call: 'getPostingSettings', ...ofLayout },
  {
    ...idIn('getPostingSettings', 'path (of a built-in layout)', 'none'),
    ...admins(everyone),
    ask: () => ({ params: { id: 'legalsuite' } }),
    shows: (body, { side }) => {
      const { firmId } = (body as { data: { firmId?: string } }).data; // the contract's
      return firmId === side.secret ? undefined : `is ${firmId}`;
    },
  },
  { call: 'savePostingSettings', ...ofLayout, ask: () => ({ body: { accounts: {} } }) },
  {
    ...idIn('savePostingSettings', 'body.accounts', 'type'),
    ...admins({ own: 'ok', rest: 'bad' }),
    echoes: true,
    ask: ({ id }) => ({ params: { id: 'legalsuite' }, body: { accounts: { [id]: '4000' } } }),
  },
  {
    ...idIn('getExportFile', 'query.layout', 'layout'),
    ...admins(ownOnly),
    ask: ({ id, side }) => ({ params: { id: side.export.id }, query: { layout: id } }),
    writes: true,
  },
];
