import { newId } from '@recoup/contract/core/ids';
import {
  anything,
  type Case,
  everyone,
  ownAttorneys,
  ownFirm,
  ownOnly,
  type Question,
  selfOnly,
} from './verdicts.ts';
import type { Side } from './sides.ts';

const fee = (disbursementType: string) => ({
  disbursementType,
  startTime: 0,
  endTime: 9,
  additionalTime: 0,
  charges: 44,
});
const attorney = (side: Side, more: object = {}) => ({
  role: 0,
  firm: side.id,
  name: 'New Person',
  email: `new-${newId().slice(-12)}@${side.domain}`,
  cell: '0831234567',
  password: 'lantern-harbour-quiet-7',
  ...more,
});
const firmAdmin = (side: Side, more: object = {}) => ({
  role: 1,
  firm: side.id,
  email: `new-${newId().slice(-12)}@${side.domain}`,
  cell: '0831234567',
  ...more,
});
/** The firm that the system administrator names, whose domain the e-mail has; anybody else is of a firm. */
const sideOf = ({ world, who, id, side }: Case): Side =>
  who.standing === 'system' && id === world.b.id ? world.b : side;
const registering = { call: 'register', attorney: 'no' } as const;
const updating = { call: 'updateUser', attorney: 'no' } as const;
/** A change that concerns a firm's attorney: the system administrator changes firm admins alone. */
const ofAttorney = { ...updating, system: { rest: 'gone' } } as const;
const ofTypes = { own: 'ok', rest: 'gone' } as const;

/** People: who sees, adds and changes whom. */
export const peopleQuestions: readonly Question[] = [
  {
    call: 'listUsers',
    at: 'none',
    of: 'none',
    attorney: 'no',
    admin: everyone,
    system: everyone,
    ask: () => ({}),
    hides: ({ world }) => [world.system.id],
  },
  {
    call: 'listUsers',
    at: 'query.role',
    of: 'none',
    attorney: 'no',
    admin: everyone,
    system: everyone,
    ask: () => ({ query: { role: '1' } }),
    hides: ({ world }) => [world.system.id, world.a.people.attorney.id, world.b.people.attorney.id],
  },
  {
    call: 'listUsers',
    at: 'query.firm',
    of: 'firm',
    attorney: 'no',
    admin: ownOnly,
    system: everyone,
    ask: ({ id }) => ({ query: { firm: id } }),
  },
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
    // The address of another firm's people is outside of the own domains, whether somebody has it or not.
    ...registering,
    at: 'body.email',
    of: 'user',
    admin: { rest: 'taken', higher: 'bad', foreign: 'bad', absent: 'bad' },
    system: { rest: 'no' },
    ask: ({ world, side, id }) => {
      const person = [
        ...Object.values(world.a.people),
        ...Object.values(world.b.people),
        world.system,
      ].find((each) => each.id === id);
      return {
        body: attorney(side, {
          email: person?.email ?? (id === world.absent ? 'nobody@elsewhere.co.za' : 'no-email'),
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
    ask: ({ world }) => ({ body: firmAdmin(world.a, { email: 'nobody@elsewhere.co.za' }) }),
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
      body: attorney(side, { disbursementTypes: [side.type.id], callFees: [fee(id)] }),
    }),
  },
  {
    call: 'getUser',
    at: 'path',
    of: 'user',
    attorney: selfOnly,
    admin: ownFirm,
    system: anything,
    ask: ({ id }) => ({ params: { id } }),
  },
  {
    ...updating,
    at: 'path',
    of: 'user',
    admin: ownAttorneys,
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
      // The own one is asked for in the row before.
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
    admin: { ownAttorney: 'taken', rest: 'gone' },
    system: { ownAdmin: 'taken', rest: 'gone' },
    ask: ({ id, who, side, world: { a, b } }) => {
      const pairs = [a, b].map(({ people }) => [people.newcomer.id, people.former.id] as const);
      const { colleague, attorney: other } = side.people;
      const chosen = new Map(who.standing === 'system' ? pairs : [[colleague.id, other.id]]);
      return { params: { id: chosen.get(id) ?? id }, body: {} };
    },
  },
  {
    call: 'renewFirstSignIn',
    at: 'none',
    of: 'none',
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
      body: { callFees: [fee(id)] },
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
];
