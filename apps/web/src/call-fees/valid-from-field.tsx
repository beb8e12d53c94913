import { today } from '../platform/browser/local-day.ts';
import { TextField } from '../ui/form/fields.tsx';
import type { Dated, useCallFeeModal } from './use-call-fee-modal.ts';
import { validFromSentence } from './valid-from.ts';

type Props = Dated & { modal: ReturnType<typeof useCallFeeModal>; isFirst: boolean };

/** The first day of the rows, and what saving them from that day means. */
export function ValidFromField({ schedules, about = '', modal, isFirst }: Props) {
  const { day, dayError, isEmpty } = modal;
  const own = schedules.filter(({ disbursementType }) => disbursementType === modal.typeId);
  const sentence =
    dayError === undefined
      ? validFromSentence({ day, today: today(), schedules: own, isEmpty })
      : '';
  return (
    <TextField
      data-autofocus={isFirst || undefined}
      label="Valid from"
      type="date"
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
