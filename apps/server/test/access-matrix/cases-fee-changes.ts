import {
  admins,
  type AccessCase,
  type CaseContext,
  everyone,
  none,
  ownOnly,
} from './expectations.ts';

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
