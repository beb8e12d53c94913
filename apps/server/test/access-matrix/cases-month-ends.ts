import {
  admins,
  type AccessCase,
  both,
  type CaseContext,
  everyone,
  none,
  ownOnly,
} from './expectations.ts';

const acceptance = ({ id }: CaseContext, kind: string) => ({
  body: {
    reason: 'It is right',
    items: [{ code: 'WEEKEND', subject: { kind, _id: id }, fingerprint: 'e'.repeat(32) }],
  },
});
/** These facts are not those of the entry, whichever it is. */
const unseen = { rest: 'stale' } as const;

export const monthEndCases: readonly AccessCase[] = [
  { call: 'getOverview', ...none, ...admins, admin: everyone, ask: () => ({}) },
  {
    call: 'getMonthEnd',
    ...none,
    attorney: everyone,
    admin: everyone,
    system: 'no',
    ask: () => ({ params: { month: '2026-03' } }),
    hides: ({ who, side }) =>
      who.standing === 'attorney' ? [side.people.colleague.id, side.people.former.id] : [],
  },
  {
    call: 'saveMonthEnd',
    ...none,
    attorney: everyone,
    admin: 'no',
    system: 'no',
    ask: () => ({ params: { month: '2026-03' }, body: { isComplete: true } }),
  },
  {
    call: 'listExceptions',
    ...none,
    ...both(everyone),
    hides: ({ who, side }) => (who.standing === 'attorney' ? [side.colleagueMark] : []),
  },
  {
    call: 'listExceptions',
    at: 'query.attorney',
    of: 'user',
    attorney: { self: 'ok', rest: 'gone' },
    admin: everyone,
    system: 'no',
  },
  {
    call: 'acceptExceptions',
    at: 'body.items.subject._id',
    of: 'entry',
    ...both(unseen),
    ask: (given) => acceptance(given, 'entry'),
  },
  {
    call: 'deleteAcceptance',
    at: 'params.id',
    of: 'acceptance',
    ...both(ownOnly),
    delegate: { rest: 'gone' },
  },
];
