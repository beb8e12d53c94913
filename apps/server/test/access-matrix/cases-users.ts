import { feeRow } from '../factories.ts';
import {
  anything,
  everyone,
  ownFirm,
  ownOnly,
  type AccessCase,
  selfOnly,
  idIn,
  withoutId,
} from './expectations.ts';
import type { Kind } from './objects.ts';

const updating = (at: string, of: Kind = 'none') =>
  ({ ...idIn('updateUser', at, of), attorney: 'no' }) as const;
/** A change that concerns a firm's attorney: the system administrator changes firm admins alone. */
const ofAttorney = (at: string, of: Kind = 'none') =>
  ({ ...updating(at, of), system: { rest: 'gone' } }) as const;
const ofTypes = { own: 'ok', rest: 'gone' } as const;

export const userCases: readonly AccessCase[] = [
  {
    ...withoutId('listUsers'),
    attorney: 'no',
    admin: everyone,
    system: everyone,
    hides: ({ fixture }) => [fixture.system.id],
  },
  {
    ...idIn('listUsers', 'query.role', 'none'),
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
  idIn('listUsers', 'query.firm', 'firm', { attorney: 'no', admin: ownOnly, system: everyone }),
  idIn('getUser', 'path', 'user', { attorney: selfOnly, admin: ownFirm, system: anything }),
  {
    ...updating('path', 'user'),
    admin: { ownAttorney: 'ok', ownAuditor: 'ok', rest: 'gone' },
    system: { ownAdmin: 'ok', rest: 'gone' },
    ask: () => ({ body: { name: 'Another Name' } }),
  },
  {
    ...updating('body._id', 'user'),
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
    ...updating('body.email'),
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
    ...idIn('renewFirstSignIn', 'path', 'user'),
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
  withoutId(
    'renewFirstSignIn',
    { attorney: 'no', admin: everyone, system: everyone },
    ({ who, side }) => ({
      params: { id: side.people[who.standing === 'system' ? 'newcomer' : 'colleague'].id },
      body: {},
    }),
  ),
  {
    // What never changes through this call may be sent, because the specified form sends it.
    ...ofAttorney('body.firm, body.role, body.password', 'firm'),
    admin: { rest: 'same', malformed: 'same' },
    system: { rest: 'gone', malformed: 'gone' },
    ask: ({ side, id }) => ({
      params: { id: side.people.attorney.id },
      body: { firm: id, role: 10, password: 'lantern-harbour-quiet-7' },
    }),
  },
  {
    ...ofAttorney('body.disbursementTypes', 'type'),
    admin: ofTypes,
    ask: ({ side, id }) => ({
      params: { id: side.people.attorney.id },
      body: { disbursementTypes: [side.unusedType.id, id] },
    }),
  },
  {
    ...ofAttorney('body.callFees.disbursementType', 'type'),
    admin: { own: 'ok', rest: 'bad' },
    ask: ({ side, id }) => ({
      params: { id: side.people.attorney.id },
      body: { callFees: [feeRow(id, 0, 9, 44)] },
    }),
  },
  {
    ...ofAttorney('body.withoutCallFees', 'type'),
    admin: { own: 'ok', rest: 'same' },
    ask: ({ side, id }) => ({
      params: { id: side.people.attorney.id },
      body: { withoutCallFees: [id] },
    }),
  },
  {
    ...ofAttorney('body.recordsFor', 'user'),
    // Users do not record for themselves in this way.
    admin: { ownAttorney: 'ok', rest: 'gone' },
    ask: ({ side, id }) => ({
      params: { id: side.people.delegate.id },
      body: { recordsFor: [id] },
    }),
  },
  {
    ...ofAttorney('body.recordsFor (the same user)'),
    admin: { rest: 'bad' },
    ask: ({ side: { people } }) => ({
      params: { id: people.delegate.id },
      body: { recordsFor: [people.delegate.id] },
    }),
  },
  {
    ...ofAttorney('body.endsOn'),
    admin: { rest: 'bad' },
    ask: ({ side }) => ({ params: { id: side.people.auditor.id }, body: { endsOn: '2020-01-01' } }),
  },
  {
    ...idIn('getRecordingFor', 'path', 'user'),
    attorney: { rest: 'gone' },
    delegate: { recordedFor: 'ok', rest: 'gone' },
    admin: 'no',
    auditor: 'no',
    system: 'no',
  },
];
