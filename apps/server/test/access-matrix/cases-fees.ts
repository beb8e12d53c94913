import { matrixColumns } from '@recoup/contract/fee-matrix/endpoints';
import {
  type CaseContext,
  everyone,
  type AccessCase,
  none,
  admins,
  ownOnly,
  both,
} from './expectations.ts';

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

const change = ({ side }: CaseContext, more: object = {}) => ({
  body: {
    validFrom: '2026-06-01',
    percent: 6,
    roundTo: 0.5,
    cells: [{ attorney: side.people.attorney.id, disbursementType: side.type.id }],
    ...more,
  },
});

/** Changes of many fees by a percentage. */
export const feeChangeCases: readonly AccessCase[] = [
  { call: 'listRateChanges', ...none, ...admins(everyone) },
  {
    call: 'createRateChange',
    ...none,
    ...admins(everyone),
    ask: (given) => change(given, { cells: undefined, reprice: true, reason: 'Agreed' }),
  },
  {
    call: 'createRateChange',
    at: 'none (dry run)',
    of: 'none',
    ...admins({ rest: 'same' }),
    ask: (given) => change(given, { cells: undefined, dryRun: true }),
  },
  {
    // An id that the client makes belongs to one change of the firm; another firm's is free.
    call: 'createRateChange',
    at: 'body._id',
    of: 'rateChange',
    ...admins({ absent: 'ok', foreign: 'ok', rest: 'taken' }),
    ask: (given) => change(given, { _id: given.id }),
  },
  ...[false, true].flatMap((dryRun): AccessCase[] => {
    const suffix = dryRun ? ' (dry run)' : '';
    return [
      {
        call: 'createRateChange',
        at: `body.cells.attorney${suffix}`,
        of: 'user',
        // The attorneys of the firm have no call fees for this type.
        ...admins({ ownAttorney: 'bad', rest: 'gone' }),
        ask: (given) =>
          change(given, {
            dryRun,
            cells: [{ attorney: given.id, disbursementType: given.side.unusedType.id }],
          }),
      },
      {
        call: 'createRateChange',
        at: `body.cells.disbursementType${suffix}`,
        of: 'type',
        ...admins({ own: dryRun ? 'same' : 'ok', rest: 'gone' }),
        ask: (given) =>
          change(given, {
            dryRun,
            cells: [{ attorney: given.side.people.attorney.id, disbursementType: given.id }],
          }),
      },
    ];
  }),
  { call: 'undoRateChange', at: 'path', of: 'rateChange', ...admins(ownOnly) },
];

export const disbursementCases: readonly AccessCase[] = [
  { call: 'listDisbursements', ...none, ...both(everyone) },
  { call: 'listDisbursements', at: 'query.firmId', of: 'firm', ...both(ownOnly) },
  { call: 'getDisbursement', at: 'path', of: 'type', ...both(ownOnly) },
  { call: 'listUnitPriceHistory', at: 'path', of: 'type', ...admins(ownOnly) },
  {
    call: 'createDisbursement',
    ...none,
    ...admins(everyone),
    ask: () => ({ body: { title: 'Sheriff’s fee' } }),
  },
  {
    // The titles of another firm are free here.
    call: 'createDisbursement',
    at: 'body.title',
    of: 'none',
    ...admins(everyone),
    ask: ({ fixture, side }) => ({
      body: { title: `Call ${side === fixture.a ? fixture.b.mark : fixture.a.mark}` },
    }),
  },
  {
    call: 'createDisbursement',
    at: 'body.firm',
    of: 'firm',
    ...admins(ownOnly),
    ask: ({ id }) => ({ body: { title: 'Sheriff’s fee', firm: id } }),
  },
  {
    // A client names a type that it adds: another firm's id is free (decision 0026).
    call: 'createDisbursement',
    at: 'body._id',
    of: 'type',
    ...admins({ absent: 'ok', foreign: 'ok', rest: 'taken' }),
    ask: ({ id }) => ({ body: { _id: id, title: 'Sheriff’s fee' } }),
  },
  {
    call: 'updateDisbursement',
    at: 'path',
    of: 'type',
    ...admins(ownOnly),
    ask: ({ id }) => ({ params: { id }, body: { title: 'Sheriff’s fee' } }),
  },
  {
    call: 'updateDisbursement',
    at: 'body.title',
    of: 'none',
    ...admins(everyone),
    ask: ({ fixture, side }) => ({
      params: { id: side.type.id },
      body: { title: `Call ${side === fixture.a ? fixture.b.mark : fixture.a.mark}` },
    }),
  },
  {
    call: 'updateDisbursement',
    at: 'body.firm',
    of: 'firm',
    ...admins(ownOnly),
    ask: ({ side, id }) => ({
      params: { id: side.type.id },
      body: { title: 'Sheriff’s fee', firm: id },
    }),
  },
  {
    call: 'updateDisbursement',
    at: 'body._id',
    of: 'type',
    ...admins({ own: 'ok', rest: 'bad' }),
    ask: ({ side, id }) => ({
      params: { id: side.type.id },
      body: { _id: id, title: 'Sheriff’s fee' },
    }),
  },
];

const list = 'entries';
const ofView = { at: 'path', of: 'listView', ...admins(ownOnly) } as const;

/** Saved views and hidden columns of a user. */
export const listViewCases: readonly AccessCase[] = [
  {
    call: 'listListViews',
    ...none,
    ...admins(everyone),
    ask: () => ({ query: { list } }),
    shows: (body, { side }) => {
      const { data } = body as { data: { query: string }[] }; // the contract's
      return data.length === 1 && data[0]?.query === side.secret ? undefined : 'is another view';
    },
  },
  {
    call: 'createListView',
    ...none,
    ...admins(everyone),
    ask: () => ({ body: { list, name: 'Late entries', query: 'search=late' } }),
  },
  {
    call: 'updateListView',
    ...ofView,
    ask: ({ id }) => ({ params: { id }, body: { name: 'Another name' } }),
  },
  { call: 'deleteListView', ...ofView },
  {
    call: 'saveHiddenColumns',
    ...none,
    ...admins(everyone),
    ask: () => ({ body: { list, columns: ['attorney'] } }),
  },
];
