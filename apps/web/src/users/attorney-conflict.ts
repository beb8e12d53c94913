import type { CallFeeBand } from '@recoup/contract/call-fees/rules';
import {
  type ThreeWay,
  type Difference,
  listDifferences,
  type Line,
  keepTyped,
} from '../platform/edit-conflict/three-way.ts';
import type { AttorneyValues } from './attorney-form-values.ts';

type Formatters = {
  status: (status: string) => string;
  type: (typeId: string) => string;
  fees: (bands: readonly CallFeeBand[]) => string;
  person: (id: string) => string;
};

/** Differences between the form and another administrator's changes, as texts. */
export function differences(
  sides: ThreeWay<AttorneyValues>,
  say: Formatters,
): readonly Difference[] {
  const typeIds = allTypeIds(sides);
  return listDifferences(sides, (values) => {
    const assigned = feesByType(values, typeIds);
    const feesText = (typeId: string) =>
      assigned[typeId] ? say.fees(assigned[typeId]) : 'not assigned';
    return [
      ['Name', values.name],
      ['Email', values.email],
      ['Cell', values.cell],
      ['Status', say.status(values.status)],
      ['Records for', values.recordsFor.map(say.person).join(', ') || 'nobody else'],
      ...typeIds.map((typeId): Line => [say.type(typeId), feesText(typeId)]),
    ];
  });
}

/** Each assigned type with its call fees is kept or taken by itself. */
export function mergeAttorney(sides: ThreeWay<AttorneyValues>): AttorneyValues {
  const typeIds = allTypeIds(sides);
  const merged = keepTyped({
    base: feesByType(sides.base, typeIds),
    yours: feesByType(sides.yours, typeIds),
    theirs: feesByType(sides.theirs, typeIds),
  });
  const assigned = typeIds.flatMap((typeId) =>
    merged[typeId] ? [[typeId, merged[typeId]] as const] : [],
  );
  return {
    ...keepTyped(sides),
    types: assigned.map(([typeId]) => typeId),
    fees: Object.fromEntries(assigned),
  };
}

function allTypeIds({ base, yours, theirs }: ThreeWay<AttorneyValues>): readonly string[] {
  return [...new Set([...theirs.types, ...yours.types, ...base.types])];
}

/** The call fees of each type; null for one that is not assigned. */
function feesByType(
  { types, fees }: AttorneyValues,
  typeIds: readonly string[],
): Record<string, readonly CallFeeBand[] | null> {
  return Object.fromEntries(
    typeIds.map((typeId) => [typeId, types.includes(typeId) ? (fees[typeId] ?? []) : null]),
  );
}
