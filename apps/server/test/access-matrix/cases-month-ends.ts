import { type AccessCase, everyone, none } from './expectations.ts';

export const monthEndCases: readonly AccessCase[] = [
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
];
