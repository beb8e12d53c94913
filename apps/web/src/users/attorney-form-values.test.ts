import type { CallFeeBand } from '@recoup/contract/call-fees/rules';
import { expect, it } from 'vitest';
import {
  type AttorneyValues,
  typesWithChangedFees,
  attorneyValues,
  mergeAttorney,
  defineAttorneyForm,
} from './attorney-form-values.ts';

const price = (chargeCents: number): CallFeeBand[] => [
  { startTime: 0, endTime: 5, additionalTime: 0, chargeCents },
];
const withFees = (fees: AttorneyValues['fees']): AttorneyValues => ({
  ...attorneyValues(defineAttorneyForm([]), undefined),
  types: Object.keys(fees),
  fees,
});

it('takes the other administrator’s types and call fees, and keeps those of the user', () => {
  const base = withFees({ call: price(10), copies: price(20), sheriff: price(30) });
  const yours = withFees({ call: price(10), copies: price(21), sheriff: price(30), added: [] });
  const theirs = withFees({ call: price(11), copies: price(29), theirs: price(40) });
  const merged = mergeAttorney({ base, yours, theirs });
  expect(merged.fees).toEqual({ call: price(11), copies: price(21), theirs: price(40), added: [] });
  expect(merged.types.toSorted()).toEqual(['added', 'call', 'copies', 'theirs']);
});

it('removes the type that the user removed, despite changes of the other administrator', () => {
  const base = withFees({ call: price(10), copies: price(20) });
  const merged = mergeAttorney({
    base,
    yours: withFees({ call: price(10) }),
    theirs: withFees({ call: price(11), copies: price(20) }),
  });
  expect(merged.fees).toEqual({ call: price(11) });
  expect(merged.types).toEqual(['call']);
});

it('names the types whose call fees are others than before', () => {
  const before = withFees({ call: price(10), copies: price(20), none: [] });
  const after = withFees({ call: price(10), copies: price(21), none: [], added: price(1) });
  expect(typesWithChangedFees(before, after)).toEqual(['copies', 'added']);
});
