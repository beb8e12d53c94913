import { newId } from '@recoup/contract/core/ids';
import { feeRow } from '../factories.ts';
import { anything, type CaseContext, ownOnly, type AccessCase } from './expectations.ts';
import type { FirmFixture } from './firm-fixture.ts';

const attorney = (side: FirmFixture, more: object = {}) => ({
  role: 0,
  firm: side.id,
  name: 'New Person',
  email: `new-${newId().slice(-12)}@${side.domain}`,
  cell: '0831234567',
  password: 'lantern-harbour-quiet-7',
  ...more,
});
const auditor = (side: FirmFixture, more: object = {}) => ({
  ...attorney(side),
  role: 2,
  endsOn: '2027-01-31',
  ...more,
});
const firmAdmin = (side: FirmFixture, more: object = {}) => ({
  role: 1,
  firm: side.id,
  email: `new-${newId().slice(-12)}@${side.domain}`,
  cell: '0831234567',
  ...more,
});
/** The firm that the system administrator names, whose domain the e-mail has; else the own firm. */
const sideOf = ({ fixture, who, id, side }: CaseContext): FirmFixture =>
  who.standing === 'system' && id === fixture.b.id ? fixture.b : side;
const registering = { call: 'register', attorney: 'no' } as const;
const ofTypes = { own: 'ok', rest: 'gone' } as const;

export const registrationCases: readonly AccessCase[] = [
  {
    ...registering,
    at: 'body.firm',
    of: 'firm',
    admin: ownOnly,
    system: { rest: 'no' },
    ask: ({ side, id }) => ({ body: attorney(side, { firm: id }) }),
  },
  {
    ...registering,
    at: 'body.firm._id',
    of: 'firm',
    admin: ownOnly,
    system: { rest: 'no' },
    ask: ({ side, id }) => ({ body: attorney(side, { firm: { _id: id, name: 'x' } }) }),
  },
  {
    ...registering,
    at: 'body.firm (firm admin)',
    of: 'firm',
    admin: { rest: 'no' },
    system: anything,
    ask: (given) => ({ body: firmAdmin(sideOf(given), { firm: given.id }) }),
  },
  {
    ...registering,
    at: 'body.role 10',
    of: 'none',
    admin: { rest: 'bad' },
    system: { rest: 'bad' },
    ask: ({ side }) => ({ body: attorney(side, { role: 10 }) }),
  },
  {
    // Another firm's e-mail is outside of the own domains, in use or not.
    ...registering,
    at: 'body.email',
    of: 'user',
    admin: { rest: 'taken', higher: 'bad', foreign: 'bad', absent: 'bad' },
    system: { rest: 'no' },
    ask: ({ fixture, side, id }) => {
      const person = [
        ...Object.values(fixture.a.people),
        ...Object.values(fixture.b.people),
        fixture.system,
      ].find((each) => each.id === id);
      return {
        body: attorney(side, {
          email: person?.email ?? (id === fixture.absent ? 'nobody@elsewhere.co.za' : 'no-email'),
        }),
      };
    },
  },
  {
    ...registering,
    at: 'body.email (firm admin)',
    of: 'none',
    admin: { rest: 'no' },
    system: { rest: 'bad' },
    ask: ({ fixture }) => ({ body: firmAdmin(fixture.a, { email: 'nobody@elsewhere.co.za' }) }),
  },
  {
    ...registering,
    at: 'body.disbursementTypes',
    of: 'type',
    admin: ofTypes,
    system: { rest: 'no' },
    ask: ({ side, id }) => ({ body: attorney(side, { disbursementTypes: [id] }) }),
  },
  {
    ...registering,
    at: 'body.callFees.disbursementType',
    of: 'type',
    admin: { own: 'ok', rest: 'bad' },
    system: { rest: 'no' },
    ask: ({ side, id }) => ({
      body: attorney(side, { disbursementTypes: [side.type.id], callFees: [feeRow(id, 0, 9, 44)] }),
    }),
  },
  {
    ...registering,
    at: 'body.recordsFor',
    of: 'user',
    admin: { ownAttorney: 'ok', rest: 'gone' },
    system: { rest: 'no' },
    ask: ({ side, id }) => ({ body: attorney(side, { recordsFor: [id] }) }),
  },
  {
    ...registering,
    at: 'body.firm (auditor)',
    of: 'firm',
    admin: ownOnly,
    system: { rest: 'no' },
    ask: ({ side, id }) => ({ body: auditor(side, { firm: id }) }),
  },
  {
    ...registering,
    at: 'body.email (auditor)',
    of: 'firm',
    // From outside, but not from another firm.
    admin: { foreign: 'bad', malformed: 'ok', rest: 'ok' },
    system: { malformed: 'no', rest: 'no' },
    ask: ({ fixture: { a, b }, side, id }) => {
      const { domain } = [a, b].find((each) => each.id === id) ?? { domain: 'books.example.com' };
      return { body: auditor(side, { email: `new-${newId().slice(-12)}@${domain}` }) };
    },
  },
];
