import { feeRow } from '../factories.ts';
import {
  anything,
  everyone,
  ownFirm,
  ownOnly,
  type AccessCase,
  selfOnly,
  none,
} from './expectations.ts';

const updating = { call: 'updateUser', attorney: 'no' } as const;
/** A change that concerns a firm's attorney: the system administrator changes firm admins alone. */
const ofAttorney = { ...updating, system: { rest: 'gone' } } as const;
const ofTypes = { own: 'ok', rest: 'gone' } as const;

export const userCases: readonly AccessCase[] = [
  {
    call: 'listUsers',
    ...none,
    attorney: 'no',
    admin: everyone,
    system: everyone,
    hides: ({ fixture }) => [fixture.system.id],
  },
  {
    call: 'listUsers',
    at: 'query.role',
    of: 'none',
    attorney: 'no',
    admin: everyone,
    system: everyone,
    ask: () => ({ query: { role: '1' } }),
    hides: ({ fixture }) => [
      fixture.system.id,
      fixture.a.people.attorney.id,
      fixture.b.people.attorney.id,
    ],
  },
  {
    call: 'listUsers',
    at: 'query.firm',
    of: 'firm',
    attorney: 'no',
    admin: ownOnly,
    system: everyone,
  },
  { call: 'getUser', at: 'path', of: 'user', attorney: selfOnly, admin: ownFirm, system: anything },
  {
    ...updating,
    at: 'path',
    of: 'user',
    admin: { ownAttorney: 'ok', ownAuditor: 'ok', rest: 'gone' },
    system: { ownAdmin: 'ok', rest: 'gone' },
    ask: ({ id }) => ({ params: { id }, body: { name: 'Another Name' } }),
  },
  {
    ...updating,
    at: 'body._id',
    of: 'user',
    admin: { rest: 'bad' },
    system: { rest: 'bad' },
    ask: ({ id, who, side }) => {
      const { attorney: below, former } = side.people;
      const path = who.standing === 'system' ? former.id : below.id;
      // The row before covers the own one.
      return {
        params: { id: path },
        body: { _id: id === path ? side.people.blocked.id : id, name: 'Another Name' },
      };
    },
  },
  {
    ...updating,
    at: 'body.email',
    of: 'none',
    admin: { rest: 'bad' },
    system: { rest: 'bad' },
    ask: ({ who, side }) => {
      const { attorney: below, former } = side.people;
      return {
        params: { id: who.standing === 'system' ? former.id : below.id },
        body: { email: 'nobody@elsewhere.co.za' },
      };
    },
  },
  {
    call: 'renewFirstSignIn',
    at: 'path',
    of: 'user',
    attorney: 'no',
    // They have chosen a password; those who have not are in the next row.
    admin: { ownAttorney: 'taken', ownAuditor: 'taken', rest: 'gone' },
    system: { ownAdmin: 'taken', rest: 'gone' },
    ask: ({ id, who, side, fixture: { a, b } }) => {
      const pairs = [a, b].map(({ people }) => [people.newcomer.id, people.former.id] as const);
      const { colleague, attorney: other } = side.people;
      const chosen = new Map(who.standing === 'system' ? pairs : [[colleague.id, other.id]]);
      return { params: { id: chosen.get(id) ?? id }, body: {} };
    },
  },
  {
    call: 'renewFirstSignIn',
    ...none,
    attorney: 'no',
    admin: everyone,
    system: everyone,
    ask: ({ who, side }) => ({
      params: { id: side.people[who.standing === 'system' ? 'newcomer' : 'colleague'].id },
      body: {},
    }),
  },
  {
    // What never changes through this call may be sent, because the specified form sends it.
    ...ofAttorney,
    at: 'body.firm, body.role, body.password',
    of: 'firm',
    admin: { rest: 'same', malformed: 'same' },
    system: { rest: 'gone', malformed: 'gone' },
    ask: ({ side, id }) => ({
      params: { id: side.people.attorney.id },
      body: { firm: id, role: 10, password: 'lantern-harbour-quiet-7' },
    }),
  },
  {
    ...ofAttorney,
    at: 'body.disbursementTypes',
    of: 'type',
    admin: ofTypes,
    ask: ({ side, id }) => ({
      params: { id: side.people.attorney.id },
      body: { disbursementTypes: [side.unusedType.id, id] },
    }),
  },
  {
    ...ofAttorney,
    at: 'body.callFees.disbursementType',
    of: 'type',
    admin: { own: 'ok', rest: 'bad' },
    ask: ({ side, id }) => ({
      params: { id: side.people.attorney.id },
      body: { callFees: [feeRow(id, 0, 9, 44)] },
    }),
  },
  {
    ...ofAttorney,
    at: 'body.withoutCallFees',
    of: 'type',
    admin: { own: 'ok', rest: 'same' },
    ask: ({ side, id }) => ({
      params: { id: side.people.attorney.id },
      body: { withoutCallFees: [id] },
    }),
  },
  {
    ...ofAttorney,
    at: 'body.recordsFor',
    of: 'user',
    // Users do not record for themselves in this way.
    admin: { ownAttorney: 'ok', rest: 'gone' },
    ask: ({ side, id }) => ({
      params: { id: side.people.delegate.id },
      body: { recordsFor: [id] },
    }),
  },
  {
    ...ofAttorney,
    at: 'body.recordsFor (the same user)',
    of: 'none',
    admin: { rest: 'bad' },
    ask: ({ side: { people } }) => ({
      params: { id: people.delegate.id },
      body: { recordsFor: [people.delegate.id] },
    }),
  },
  {
    ...ofAttorney,
    at: 'body.endsOn',
    of: 'none',
    admin: { rest: 'bad' },
    ask: ({ side }) => ({
      params: { id: side.people.auditor.id },
      body: { endsOn: '2020-01-01' },
    }),
  },
  {
    call: 'getRecordingFor',
    at: 'path',
    of: 'user',
    attorney: { rest: 'gone' },
    delegate: { recordedFor: 'ok', rest: 'gone' },
    admin: 'no',
    auditor: 'no',
    system: 'no',
  },
];
