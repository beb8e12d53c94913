import { matrixColumns } from '@recoup/contract/fee-matrix/endpoints';
import {
  type CaseContext,
  everyone,
  type AccessCase,
  admins,
  ownOnly,
  both,
  idIn,
  withoutId,
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
  withoutId('getRateMatrix', admins(everyone)),
  idIn('getRateMatrix', 'none (as a file)', 'none', admins(everyone), () => ({
    query: { on: '2026-03-06' },
    headers: { accept: 'text/csv' },
  })),
  withoutId('uploadRateMatrix', admins(everyone), (input) => ({
    body: { fileStream: ownFile(input) },
  })),
  idIn('uploadRateMatrix', 'none (dry run)', 'none', admins({ rest: 'same' }), (value) => ({
    body: { fileStream: ownFile(value), dryRun: true },
  })),
  {
    ...idIn('uploadRateMatrix', 'an attorney in the file', 'user'),
    ...admins({ ownAttorney: 'ok', ...refused }),
    echoes: true,
    ask: (fields) => ({ body: { fileStream: file(emailOf(fields), `Call ${fields.side.mark}`) } }),
  },
  {
    ...idIn('uploadRateMatrix', 'a type in the file', 'type'),
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
  withoutId('listRateChanges', admins(everyone)),
  withoutId('createRateChange', admins(everyone), (given) =>
    change(given, { cells: undefined, reprice: true, reason: 'Agreed' }),
  ),
  idIn('createRateChange', 'none (dry run)', 'none', admins({ rest: 'same' }), (given) =>
    change(given, { cells: undefined, dryRun: true }),
  ),
  {
    // An id that the client makes belongs to one change of the firm; another firm's is free.
    ...idIn('createRateChange', 'body._id', 'rateChange'),
    ...admins({ absent: 'ok', foreign: 'ok', rest: 'taken' }),
    ask: (given) => change(given, { _id: given.id }),
  },
  ...[false, true].flatMap((dryRun): AccessCase[] => {
    const suffix = dryRun ? ' (dry run)' : '';
    return [
      {
        ...idIn('createRateChange', `body.cells.attorney${suffix}`, 'user'),
        // The attorneys of the firm have no call fees for this type.
        ...admins({ ownAttorney: 'bad', rest: 'gone' }),
        ask: (given) =>
          change(given, {
            dryRun,
            cells: [{ attorney: given.id, disbursementType: given.side.unusedType.id }],
          }),
      },
      {
        ...idIn('createRateChange', `body.cells.disbursementType${suffix}`, 'type'),
        ...admins({ own: dryRun ? 'same' : 'ok', rest: 'gone' }),
        ask: (given) =>
          change(given, {
            dryRun,
            cells: [{ attorney: given.side.people.attorney.id, disbursementType: given.id }],
          }),
      },
    ];
  }),
  idIn('undoRateChange', 'path', 'rateChange', admins(ownOnly)),
];

export const disbursementCases: readonly AccessCase[] = [
  withoutId('listDisbursements', both(everyone)),
  idIn('listDisbursements', 'query.firmId', 'firm', both(ownOnly)),
  idIn('getDisbursement', 'path', 'type', both(ownOnly)),
  idIn('listUnitPriceHistory', 'path', 'type', admins(ownOnly)),
  withoutId('createDisbursement', admins(everyone), () => ({ body: { title: 'Sheriff’s fee' } })),
  // The titles of another firm are free here.
  idIn('createDisbursement', 'body.title', 'none', admins(everyone), ({ fixture, side }) => ({
    body: { title: `Call ${side === fixture.a ? fixture.b.mark : fixture.a.mark}` },
  })),
  idIn('createDisbursement', 'body.firm', 'firm', admins(ownOnly), ({ id }) => ({
    body: { title: 'Sheriff’s fee', firm: id },
  })),
  {
    // A client names a type that it adds: another firm's id is free (decision 0026).
    ...idIn('createDisbursement', 'body._id', 'type'),
    ...admins({ absent: 'ok', foreign: 'ok', rest: 'taken' }),
    ask: ({ id }) => ({ body: { _id: id, title: 'Sheriff’s fee' } }),
  },
  idIn('updateDisbursement', 'path', 'type', admins(ownOnly), () => ({
    body: { title: 'Sheriff’s fee' },
  })),
  idIn('updateDisbursement', 'body.title', 'none', admins(everyone), ({ fixture, side }) => ({
    params: { id: side.type.id },
    body: { title: `Call ${side === fixture.a ? fixture.b.mark : fixture.a.mark}` },
  })),
  idIn('updateDisbursement', 'body.firm', 'firm', admins(ownOnly), ({ side, id }) => ({
    params: { id: side.type.id },
    body: { title: 'Sheriff’s fee', firm: id },
  })),
  {
    ...idIn('updateDisbursement', 'body._id', 'type'),
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
    ...withoutId('listListViews'),
    ...admins(everyone),
    ask: () => ({ query: { list } }),
    shows: (body, { side }) => {
      const { data } = body as { data: { query: string }[] }; // the contract's
      return data.length === 1 && data[0]?.query === side.secret ? undefined : 'is another view';
    },
  },
  withoutId('createListView', admins(everyone), () => ({
    body: { list, name: 'Late entries', query: 'search=late' },
  })),
  { call: 'updateListView', ...ofView, ask: () => ({ body: { name: 'Another name' } }) },
  { call: 'deleteListView', ...ofView },
  withoutId('saveHiddenColumns', admins(everyone), () => ({
    body: { list, columns: ['attorney'] },
  })),
];
