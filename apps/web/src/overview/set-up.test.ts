import { userStatus } from '@recoup/contract/core/access';
import { describe, expect, it } from 'vitest';
import {
  hasActiveAttorney,
  hasAllCallFees,
  hasTypeBesideCall,
  progressText,
  stepState,
} from './set-up.ts';

const typeOf = (title: string, given: { active?: boolean; calculated?: boolean } = {}) => ({
  _id: title,
  title,
  active: true,
  calculated: false,
  ...given,
});
const call = typeOf('Call', { calculated: true });
const ann = { _id: 'ann', name: 'Ann', status: userStatus.active };
const ben = { _id: 'ben', name: 'Ben', status: userStatus.inactive };
const fees = [{ startTime: 0, endTime: 5, additionalTime: 0, charges: 33 }];
const rowOf = (attorney: typeof ann | typeof ben, type: string, callFees = fees) => ({
  attorney,
  disbursementType: { _id: type, name: type },
  callFees,
});

describe('the set-up of a firm', () => {
  it('wants a type in use beside Call', () => {
    expect(hasTypeBesideCall([call, typeOf('Fax', { active: false })])).toBe(false);
    expect(hasTypeBesideCall([call, typeOf('Copies')])).toBe(true);
  });

  it('wants an attorney who is active', () => {
    expect(hasActiveAttorney([ben])).toBe(false);
    expect(hasActiveAttorney([ben, ann])).toBe(true);
  });

  it('wants call fees for each calculated type of each active attorney', () => {
    const isDone = (rows: ReturnType<typeof rowOf>[], attorneys = [ann, ben]) =>
      hasAllCallFees({ attorneys, types: [call, typeOf('Copies')], rows });
    expect(isDone([rowOf(ann, 'Call')])).toBe(true);
    expect(isDone([rowOf(ann, 'Call', [])])).toBe(false);
    expect(isDone([rowOf(ann, 'Call'), rowOf(ben, 'Call', [])])).toBe(true);
    expect(isDone([rowOf(ann, 'Call'), rowOf(ann, 'Copies', [])])).toBe(true);
  });

  it('has no call fees to do for a type that is no longer in use', () => {
    const types = [{ ...call, active: false }];
    expect(hasAllCallFees({ attorneys: [ann], types, rows: [rowOf(ann, 'Call', [])] })).toBe(true);
  });

  it('still wants call fees while there is no active attorney', () => {
    expect(hasAllCallFees({ attorneys: [ben], types: [call], rows: [] })).toBe(false);
  });

  it('tells a step that failed from one that is not done', () => {
    const of = (data: boolean | undefined, error: Error | null = null) =>
      stepState({ data, error });
    expect([of(true), of(false), of(undefined), of(true, new Error('no answer'))]).toEqual([
      'done',
      'todo',
      'loading',
      'failed',
    ]);
  });

  it('says how far it is once each step is known', () => {
    expect(progressText(['done', 'todo', 'done', 'done', 'failed'])).toBe('3 of 5 done');
    expect(progressText(['done', 'loading'])).toBe('Loading…');
  });
});
