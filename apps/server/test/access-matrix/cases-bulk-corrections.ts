import {
  admins,
  type AccessCase,
  type CaseContext,
  everyone,
  none,
  ownOnly,
} from './expectations.ts';

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
  {
    call: 'createEntryCorrection',
    ...none,
    ...admins(everyone),
    ask: (given) => correction(given),
  },
  {
    // An id that the client makes belongs to one correction of the firm; another firm's is free.
    call: 'createEntryCorrection',
    at: 'body._id',
    of: 'correction',
    ...admins({ absent: 'ok', foreign: 'ok', rest: 'taken' }),
    ask: (given) => correction(given, { _id: given.id }),
  },
  {
    call: 'createEntryCorrection',
    at: 'body.entries',
    of: 'entry',
    ...admins(ownOnly),
    ask: (given) =>
      correction(given, { entries: [given.id], matter: given.side.importedMatter.id }),
  },
  {
    call: 'createEntryCorrection',
    at: 'body.entries (dry run)',
    of: 'entry',
    ...admins({ own: 'same', rest: 'gone' }),
    ask: (given) => correction(given, { entries: [given.id], dryRun: true }),
  },
  {
    call: 'createEntryCorrection',
    at: 'body.matter (dry run)',
    of: 'matter',
    ...admins({ own: 'same', rest: 'gone' }),
    ask: (given) => correction(given, { matter: given.id, dryRun: true }),
  },
  {
    call: 'createEntryCorrection',
    at: 'body.disbursementType (dry run)',
    of: 'type',
    ...admins({ own: 'same', rest: 'gone' }),
    ask: (given) => correction(given, { disbursementType: given.id, dryRun: true }),
  },
  { call: 'undoEntryCorrection', at: 'path', of: 'correction', ...admins(ownOnly) },
];
