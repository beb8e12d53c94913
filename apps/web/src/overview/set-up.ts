import type { RateMatrixRow } from '@recoup/contract/fee-matrix/endpoints';
import { userStatus } from '@recoup/contract/core/access';
import { type DisbursementType, isCallTitle } from '@recoup/contract/disbursements/endpoints';
import type { ListedUser } from '@recoup/contract/users/user';

export type StepState = 'done' | 'todo' | 'failed' | 'loading';

type Type = Pick<DisbursementType, '_id' | 'title' | 'active' | 'calculated'>;
type Person = Pick<ListedUser, '_id' | 'status'>;
type Row = Pick<RateMatrixRow, 'attorney' | 'disbursementType' | 'callFees'>;

/** Each firm has the type Call from the start. */
export function hasTypeBesideCall(types: readonly Type[]): boolean {
  return types.some(({ title, active }) => active && !isCallTitle(title));
}

export function hasActiveAttorney(attorneys: readonly Person[]): boolean {
  return attorneys.some(({ status }) => status === userStatus.active);
}

/** Whether no active attorney has a calculated type without call fees; none without attorneys. */
export function hasAllCallFees(of: {
  attorneys: readonly Person[];
  types: readonly Type[];
  rows: readonly Row[];
}): boolean {
  const calculated = new Set(
    of.types.filter((type) => type.active && type.calculated).map(({ _id }) => _id),
  );
  return (
    hasActiveAttorney(of.attorneys) &&
    of.rows.every(
      ({ attorney, disbursementType, callFees }) =>
        attorney.status !== userStatus.active ||
        !calculated.has(disbursementType._id) ||
        callFees.length > 0,
    )
  );
}

export function stepState(step: { data: boolean | undefined; error: Error | null }): StepState {
  if (step.error !== null) return 'failed';
  if (step.data === undefined) return 'loading';
  return step.data ? 'done' : 'todo';
}

export function progressText(states: readonly StepState[]): string {
  if (states.includes('loading')) return 'Loading…';
  const done = states.filter((state) => state === 'done').length;
  return `${done} of ${states.length} done`;
}
