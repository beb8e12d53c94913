import type { CallRecord } from '@recoup/contract/call-records/endpoints';
import { expect, it } from 'vitest';
import { type Decisions, withoutDecided } from './decided-calls.ts';

const call = (_id: string, more: Partial<CallRecord> = {}) =>
  ({ _id, state: 'loose', otherParty: null, attorney: null, ...more }) as CallRecord; // as read

const decided = (of: CallRecord, state: CallRecord['state']): Decisions => ({
  decided: new Map([[of._id, { call: of, decision: { state } }]]),
  failures: new Map(),
});
const idsOf = (calls: CallRecord[], decisions: Decisions) =>
  withoutDecided(
    { data: calls, count: calls.length + 10, open: calls.length + 10, sum: 100 },
    decisions,
  );

it('leaves out a decided call and counts the others', () => {
  const [one, other] = [call('a', { price: 33.5 }), call('b', { price: 66 })];
  expect(idsOf([one, other], decided(one, 'recorded'))).toEqual({
    data: [other],
    count: 11,
    open: 11,
    sum: 66.5,
  });
});

it('leaves it out also if a list read before the decision proposes a matter', () => {
  const later = call('a', { state: 'proposed' });
  expect(idsOf([later], decided(call('a'), 'recorded')).data).toEqual([]);
});

it('shows it in the list of what it became', () => {
  const recorded = call('a', { state: 'recorded' });
  expect(idsOf([recorded], decided(call('a'), 'recorded')).data).toEqual([recorded]);
  expect(idsOf([recorded], decided(recorded, 'loose'))).toMatchObject({ data: [], sum: 100 });
  expect(idsOf([call('a')], decided(recorded, 'loose')).data).toEqual([call('a')]);
});

it('leaves out all open calls of a private number, of that attorney alone', () => {
  const thabo = { _id: 't', name: 'Thabo' };
  const of = (id: string, more: Partial<CallRecord> = {}) =>
    call(id, { otherParty: '+27825550101', attorney: thabo, ...more });
  const recorded = of('c', { state: 'recorded' });
  const ofAnother = of('d', { attorney: { _id: 'p', name: 'Pieter' } });
  const shown = idsOf([of('a'), of('b'), recorded, ofAnother], decided(of('a'), 'private'));
  expect(shown.data.map(({ _id }) => _id)).toEqual(['c', 'd']);
});

it('does not take one hidden number for another', () => {
  expect(idsOf([call('a'), call('b')], decided(call('a'), 'private')).data).toEqual([call('b')]);
});
