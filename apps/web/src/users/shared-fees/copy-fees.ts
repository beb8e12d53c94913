import { type AttorneyValues, withType } from '../attorney-form-values.ts';
import type { DisbursementType } from '@recoup/contract/disbursements/endpoints';

export type TypesAndFees = Pick<AttorneyValues, 'types' | 'fees'>;

/** A type that is no longer in use can be kept, but not newly assigned. */
export function usable(
  source: AttorneyValues,
  types: readonly DisbursementType[],
  values: AttorneyValues,
): TypesAndFees {
  const isUsable = (typeId: string) =>
    values.types.includes(typeId) || types.some(({ _id, active }) => _id === typeId && active);
  return { types: source.types.filter(isUsable), fees: source.fees };
}

export function merged(values: AttorneyValues, found: TypesAndFees): TypesAndFees {
  return found.types.reduce<TypesAndFees>(
    (sum, typeId) => withType({ ...values, ...sum }, typeId, found.fees[typeId] ?? []),
    {
      types: values.types,
      fees: values.fees,
    },
  );
}
