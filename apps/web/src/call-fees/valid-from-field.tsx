import { toFeeRow } from '@recoup/contract/call-fees/fee-rows';
import { callFeesOn, type FeeSchedule } from '@recoup/contract/call-fees/schedules';
import { dayBefore, today } from '../platform/browser/local-day.ts';
import { DayField } from '../ui/form/day-field.tsx';
import { toBands } from './fee-draft.ts';
import { isSameFees } from './same-fees.ts';
import type { Dated, useCallFeeModal } from './use-call-fee-modal.ts';
import { validFromSentence } from './valid-from.ts';

type Modal = ReturnType<typeof useCallFeeModal>;
type Props = Dated & { modal: Modal; isFirst: boolean };

/** The first day of the rows, and what saving them from that day means. */
export function ValidFromField({ schedules, about = '', modal, isFirst }: Props) {
  const { day, dayError, isEmpty } = modal;
  const own = schedules.filter(({ disbursementType }) => disbursementType === modal.typeId);
  const sentence =
    dayError === undefined
      ? validFromSentence({
          day,
          today: today(),
          schedules: own,
          isEmpty,
          isRemoval: isRemoval(modal, own),
        })
      : '';
  return (
    <DayField
      data-autofocus={isFirst || undefined}
      label="Valid from"
      isRequired
      min="2000-01-01"
      max="2099-12-31"
      value={day}
      error={dayError}
      description={`${sentence} ${about}`.trim()}
      onChange={({ currentTarget }) => modal.changeDay(currentTarget.value)}
    />
  );
}

/** Whether the rows are those that hold without the change that is planned for the day. */
function isRemoval(
  { day, draft, isEmpty, hasErrors, typeId }: Modal,
  schedules: readonly FeeSchedule[],
): boolean {
  const others = schedules.filter(({ validFrom }) => validFrom !== day);
  if (day <= today() || others.length === schedules.length || hasErrors) return false;
  const rest = callFeesOn(others, { disbursementType: typeId, day: dayBefore(day) });
  return isSameFees(isEmpty ? [] : toBands(draft).map(toFeeRow), rest);
}
