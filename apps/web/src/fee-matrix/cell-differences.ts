import { beginningOfTime } from '@recoup/contract/call-fees/validity';
import type { FeeRow } from '@recoup/contract/call-fees/endpoints';
import { toCallFeeBand } from '@recoup/contract/call-fees/fee-rows';
import { callFeesOn, type FeeSchedule } from '@recoup/contract/call-fees/schedules';
import type { User } from '@recoup/contract/users/user';
import {
  type Difference,
  listDifferences,
  type Line,
} from '../platform/edit-conflict/three-way.ts';
import { feesText } from '@recoup/contract/call-fees/fee-text';
import { statusNames } from './fee-matrix.ts';
import { formatLongDate } from '../ui/lib/format.ts';

/** The change that the dialog would save. */
export type CellChange = { typeId: string; from: string; callFees: FeeRow[] };
type Attorney = Pick<User, 'name' | 'email' | 'cell' | 'status' | 'callFeeSchedules'> & {
  disbursementTypes: readonly { _id: string }[];
};
type Sides = {
  base: Attorney;
  theirs: Attorney;
  yours: CellChange;
  titles: ReadonlyMap<string, string>;
};

/** Line by line: the person, and the fees of each type. */
export function cellDifferences(sides: Sides): readonly Difference[] {
  const { base, theirs, yours, titles } = sides;
  const typeIds = [
    ...new Set([...theirs.disbursementTypes, ...base.disbursementTypes].map(({ _id }) => _id)),
  ];
  const all = typeIds.includes(yours.typeId) ? typeIds : [...typeIds, yours.typeId];
  const lines = (attorney: Attorney): Line[] => [
    ['Name', attorney.name],
    ['Email', attorney.email],
    ['Cell', attorney.cell],
    ['Status', statusNames[attorney.status]],
    ...all.map(
      (typeId): Line => [titles.get(typeId) ?? 'Unknown type', feesThroughTime(attorney, typeId)],
    ),
  ];
  return listDifferences({ base, theirs, yours: withChange(base, yours) }, lines);
}

/** The attorney as it would be if no other user had changed it. */
function withChange(attorney: Attorney, { typeId, from, callFees }: CellChange): Attorney {
  const others = attorney.callFeeSchedules.filter(
    (schedule) => schedule.disbursementType !== typeId || schedule.validFrom !== from,
  );
  const before = callFeesOn(attorney.callFeeSchedules, { disbursementType: typeId, day: from });
  const isSame = feeRowsText(before) === feeRowsText(callFees);
  const added: FeeSchedule = { _id: '', disbursementType: typeId, validFrom: from, callFees };
  const isAssigned = attorney.disbursementTypes.some(({ _id }) => _id === typeId);
  return {
    ...attorney,
    callFeeSchedules: isSame ? attorney.callFeeSchedules : [...others, added],
    disbursementTypes: isAssigned
      ? attorney.disbursementTypes
      : [...attorney.disbursementTypes, { _id: typeId }],
  };
}

/** The fees through time; the first of them price all days before. */
function feesThroughTime(attorney: Attorney, typeId: string): string {
  if (!attorney.disbursementTypes.some(({ _id }) => _id === typeId)) return 'not assigned';
  const schedules = attorney.callFeeSchedules
    .filter(({ disbursementType }) => disbursementType === typeId)
    .toSorted((a, b) => (a.validFrom < b.validFrom ? -1 : 1));
  if (schedules.length === 0) return feeRowsText([]);
  return schedules
    .map(({ validFrom, callFees }) =>
      validFrom === beginningOfTime
        ? feeRowsText(callFees)
        : `from ${formatLongDate(validFrom)}: ${feeRowsText(callFees)}`,
    )
    .join('; ');
}

function feeRowsText(callFees: readonly FeeRow[]): string {
  return feesText(callFees.map(toCallFeeBand));
}
