import {
  everyone,
  ownOnly,
  type CaseContext,
  type AccessCase,
  both,
  admins,
  idIn,
  withoutId,
} from './expectations.ts';
import { spareContent } from './fixture-work.ts';

const finds = { rest: 'ok' } as const;
const reason = { reason: 'It was wrong' };
/** An attorney records own entries; a firm admin names the attorney. */
const named = ({ who, side }: CaseContext) =>
  who.standing === 'admin' ? { attorney: side.people.attorney.id } : {};
const newEntry = (input: CaseContext, more: object = {}) => ({
  matter: input.side.matter.id,
  disbursementType: input.side.type.id,
  date: '2026-03-06',
  minutes: 3,
  amount: 5,
  ...named(input),
  ...more,
});
const reasonOf = ({ who }: CaseContext) => (who.standing === 'admin' ? reason : {});
const kindOfField = {
  matter: 'matter',
  disbursementType: 'type',
  attorney: 'user',
  _id: 'entry',
} as const;
/** One that the principal may change. */
const entryOf = ({ who, side }: CaseContext) =>
  who.standing === 'delegate' ? side.delegateEntry : side.entry;
const change = (value: CaseContext, more: object) => ({
  params: { id: entryOf(value).id },
  body: { ...reasonOf(value), ...more },
});

const otherSide = ({ fixture, side }: CaseContext) => (side === fixture.a ? fixture.b : fixture.a);
/** Both firms have an entry with one id: a search for the other's text must not find it. */
const search = (
  at: string,
  { word, count }: { word: (fields: CaseContext) => string; count: (given: CaseContext) => number },
): AccessCase => ({
  ...idIn('listEntries', `query.search (${at})`, 'none'),
  ...both(everyone),
  ask: (given) => ({ query: { search: word(given) } }),
  shows: (body, given) => {
    const { data } = body as { data: unknown[] }; // the contract's
    const expected = count(given);
    return data.length === expected ? undefined : `finds ${data.length} instead of ${expected}`;
  },
});

export const entryCases: readonly AccessCase[] = [
  withoutId('listEntries', both(everyone)),
  idIn('listEntries', 'text/csv', 'none', both(everyone), () => ({
    headers: { accept: 'text/csv' },
  })),
  {
    ...idIn('listEntries', 'query.attorney', 'user'),
    attorney: { self: 'ok', rest: 'gone' },
    delegate: { self: 'ok', recordedFor: 'ok', rest: 'gone' },
    admin: finds,
    system: 'no',
  },
  idIn('listEntries', 'query.matter', 'matter', both(finds)),
  idIn('listEntries', 'query.disbursementType', 'type', both(finds)),
  idIn('listEntries', 'query.search', 'none', both(everyone), () => ({
    query: { search: 'work' },
  })),
  search('narration of an id of both', {
    word: ({ side }) => side.twinMark,
    // It is the attorney's.
    count: ({ who }) => (who.standing === 'delegate' ? 0 : 1),
  }),
  search("the other firm's narration of an id of both", {
    word: (given) => otherSide(given).twinMark,
    count: () => 0,
  }),
  search("the other firm's client", {
    word: (given) => `hush${otherSide(given).mark}`,
    count: () => 0,
  }),
  idIn('getEntry', 'path', 'entry', both(ownOnly)),
  idIn('createEntry', 'body.matter', 'matter', both(ownOnly), (given) => ({
    body: newEntry(given, { matter: given.id }),
  })),
  idIn('createEntry', 'body.disbursementType', 'type', both(ownOnly), (given) => ({
    body: newEntry(given, { disbursementType: given.id }),
  })),
  {
    ...idIn('createEntry', 'body.attorney', 'user'),
    attorney: { self: 'ok', rest: 'no' },
    delegate: { self: 'ok', recordedFor: 'ok', rest: 'no' },
    admin: { ownAttorney: 'ok', rest: 'gone' },
    system: 'no',
    ask: (given) => ({ body: newEntry(given, { attorney: given.id }) }),
  },
  {
    // An id is minted by the client and belongs to one entry of the firm alone; another firm's is
    // free (decision 0026).
    ...idIn('createEntry', 'body._id', 'entry'),
    ...both({ absent: 'ok', foreign: 'ok', rest: 'taken' }),
    ask: (given) => ({ body: newEntry(given, { _id: given.id }) }),
  },
  idIn('updateEntry', 'path', 'entry', both(ownOnly), (given) => ({
    params: { id: given.id },
    body: { ...reasonOf(given), narration: 'Corrected' },
  })),
  idIn('updateEntry', 'body._id', 'entry', both({ rest: 'bad' }), (given) =>
    change(given, {
      narration: 'Corrected',
      _id: given.id === entryOf(given).id ? given.side.colleagueEntry.id : given.id,
    }),
  ),
  idIn('updateEntry', 'body.matter', 'matter', both({ own: 'ok', rest: 'gone' }), (given) =>
    change(given, { narration: 'Corrected', matter: given.id }),
  ),
  idIn('updateEntry', 'body.disbursementType', 'type', both({ own: 'ok', rest: 'gone' }), (given) =>
    change(given, { narration: 'Corrected', disbursementType: given.id }),
  ),
  {
    ...idIn('updateEntry', 'body.attorney', 'user'),
    attorney: { self: 'ok', rest: 'no' },
    delegate: { self: 'ok', recordedFor: 'ok', rest: 'no' },
    admin: { ownAttorney: 'ok', rest: 'gone' },
    system: 'no',
    ask: (given) => change(given, { narration: 'Corrected', attorney: given.id, amount: 5 }),
  },
  idIn('deleteEntry', 'path', 'entry', both(ownOnly), (given) => ({
    params: { id: given.id },
    query: reasonOf(given),
  })),
  // No closing export holds it: only a caller who may see it is told so.
  idIn('reverseEntry', 'path', 'entry', both({ own: 'taken', rest: 'gone' }), (given) => ({
    params: { id: given.id },
    body: reason,
  })),
  ...(['matter', 'disbursementType', 'attorney', '_id'] as const).map(
    (field): AccessCase => ({
      ...idIn('reverseEntry', `body.replacement.${field}`, kindOfField[field]),
      ...both({ rest: 'taken' }),
      ask: (given) => ({
        params: { id: entryOf(given).id },
        body: { ...reason, replacement: newEntry(given, { [field]: given.id }) },
      }),
    }),
  ),
  withoutId('listMonths', admins(everyone)),
  idIn('listMonths', 'query.attorney', 'user', admins(finds)),
  withoutId('listMonthFigures', admins(everyone), () => ({ params: { month: '2026-03' } })),
  {
    ...withoutId('listRecentMatters'),
    ...both(everyone),
    hides: ({ who, side }) => (who.standing === 'attorney' ? [side.colleagueMatter.id] : []),
  },
];

const correction = ({ side }: CaseContext, more: object = {}) => ({
  body: {
    entries: [side.entry.id],
    matter: side.colleagueMatter.id,
    reason: 'Wrong file',
    ...more,
  },
});

/** Corrections of many entries. */
export const bulkCorrectionCases: readonly AccessCase[] = [
  withoutId('createEntryCorrection', admins(everyone), (given) => correction(given)),
  {
    // An id that the client makes belongs to one correction of the firm; another firm's is free.
    ...idIn('createEntryCorrection', 'body._id', 'correction'),
    ...admins({ absent: 'ok', foreign: 'ok', rest: 'taken' }),
    ask: (given) => correction(given, { _id: given.id }),
  },
  idIn('createEntryCorrection', 'body.entries', 'entry', admins(ownOnly), (given) =>
    correction(given, { entries: [given.id], matter: given.side.importedMatter.id }),
  ),
  {
    ...idIn('createEntryCorrection', 'body.entries (dry run)', 'entry'),
    ...admins({ own: 'same', rest: 'gone' }),
    ask: (given) => correction(given, { entries: [given.id], dryRun: true }),
  },
  {
    ...idIn('createEntryCorrection', 'body.matter (dry run)', 'matter'),
    ...admins({ own: 'same', rest: 'gone' }),
    ask: (given) => correction(given, { matter: given.id, dryRun: true }),
  },
  {
    ...idIn('createEntryCorrection', 'body.disbursementType (dry run)', 'type'),
    ...admins({ own: 'same', rest: 'gone' }),
    ask: (given) => correction(given, { disbursementType: given.id, dryRun: true }),
  },
  idIn('undoEntryCorrection', 'path', 'correction', admins(ownOnly)),
];

const ofEntryAndVoucher = (of: CaseContext, more: { id: string } | { voucherId: string }) => ({
  params: { id: entryOf(of).id, voucherId: of.side.voucher.id, ...more },
});

export const voucherCases: readonly AccessCase[] = [
  idIn('listEntryVouchers', 'path', 'entry', both(ownOnly)),
  idIn('addEntryVoucher', 'path', 'entry', both(ownOnly), ({ side }) => ({
    body: spareContent(side),
    headers: { 'content-type': 'image/jpeg' },
  })),
  {
    // The entry has it.
    ...idIn('addEntryVoucher', 'body.voucher', 'voucher'),
    ...both({ own: 'same', rest: 'gone' }),
    ask: (given) => ({ params: { id: entryOf(given).id }, body: { voucher: given.id } }),
  },
  idIn('removeEntryVoucher', 'path.id', 'entry', both(ownOnly), (given) =>
    ofEntryAndVoucher(given, { id: given.id }),
  ),
  idIn('removeEntryVoucher', 'path.voucherId', 'voucher', both(ownOnly), (given) =>
    ofEntryAndVoucher(given, { voucherId: given.id }),
  ),
  {
    // No closing export holds the entry.
    ...idIn('withdrawEntryVoucher', 'path.id', 'entry'),
    ...both({ own: 'taken', rest: 'gone' }),
    ask: (given) => ({
      ...ofEntryAndVoucher(given, { id: given.id }),
      body: { withdrawn: 'The wrong one' },
    }),
  },
  {
    ...idIn('withdrawEntryVoucher', 'path.voucherId', 'voucher'),
    ...both({ own: 'taken', rest: 'gone' }),
    ask: (given) => ({
      ...ofEntryAndVoucher(given, { voucherId: given.id }),
      body: { withdrawn: 'The wrong one' },
    }),
  },
  idIn('getVoucher', 'path', 'voucher', { ...both(ownOnly), writes: true }),
  {
    ...idIn('getVoucher', 'query.entry', 'entry'),
    ...both(ownOnly),
    writes: true,
    ask: ({ id, side }) => ({ params: { id: side.voucher.id }, query: { entry: id } }),
  },
];
