import { everyone, ownOnly, type AccessCase, none, both, admins } from './expectations.ts';

export const disbursementCases: readonly AccessCase[] = [
  { call: 'listDisbursements', ...none, ...both(everyone) },
  { call: 'listDisbursements', at: 'query.firmId', of: 'firm', ...both(ownOnly) },
  { call: 'getDisbursement', at: 'path', of: 'type', ...both(ownOnly) },
  { call: 'listUnitPriceHistory', at: 'path', of: 'type', ...admins(ownOnly) },
  {
    call: 'createDisbursement',
    ...none,
    ...admins(everyone),
    ask: () => ({ body: { title: 'Sheriff’s fee' } }),
  },
  {
    // The titles of another firm are free here.
    call: 'createDisbursement',
    at: 'body.title',
    of: 'none',
    ...admins(everyone),
    ask: ({ fixture, side }) => ({
      body: { title: `Call ${side === fixture.a ? fixture.b.mark : fixture.a.mark}` },
    }),
  },
  {
    call: 'createDisbursement',
    at: 'body.firm',
    of: 'firm',
    ...admins(ownOnly),
    ask: ({ id }) => ({ body: { title: 'Sheriff’s fee', firm: id } }),
  },
  {
    // A client names a type that it adds: another firm's id is free (decision 0026).
    call: 'createDisbursement',
    at: 'body._id',
    of: 'type',
    ...admins({ absent: 'ok', foreign: 'ok', rest: 'taken' }),
    ask: ({ id }) => ({ body: { _id: id, title: 'Sheriff’s fee' } }),
  },
  {
    call: 'updateDisbursement',
    at: 'path',
    of: 'type',
    ...admins(ownOnly),
    ask: ({ id }) => ({ params: { id }, body: { title: 'Sheriff’s fee' } }),
  },
  {
    call: 'updateDisbursement',
    at: 'body.title',
    of: 'none',
    ...admins(everyone),
    ask: ({ fixture, side }) => ({
      params: { id: side.type.id },
      body: { title: `Call ${side === fixture.a ? fixture.b.mark : fixture.a.mark}` },
    }),
  },
  {
    call: 'updateDisbursement',
    at: 'body.firm',
    of: 'firm',
    ...admins(ownOnly),
    ask: ({ side, id }) => ({
      params: { id: side.type.id },
      body: { title: 'Sheriff’s fee', firm: id },
    }),
  },
  {
    call: 'updateDisbursement',
    at: 'body._id',
    of: 'type',
    ...admins({ own: 'ok', rest: 'bad' }),
    ask: ({ side, id }) => ({
      params: { id: side.type.id },
      body: { _id: id, title: 'Sheriff’s fee' },
    }),
  },
];
