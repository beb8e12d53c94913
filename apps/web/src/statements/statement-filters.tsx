import type { StatementPurpose } from '@recoup/contract/statements/endpoints';
import { usePeriodChoice } from '../platform/filters/filter-fields.tsx';
import { DayRange } from '../ui/form/day-range.tsx';
import { SelectField } from '../ui/form/fields.tsx';
import type { StatementFilters } from './statements.queries.ts';

const purposes: { value: StatementPurpose; label: string }[] = [
  { value: 'client', label: 'The client' },
  { value: 'taxation', label: 'Taxation' },
];

/** The month or days of a statement, and whether it is for taxation. */
export function StatementFilterFields({ values, change }: StatementFilters) {
  const { isDays, days, onChoose, ...months } = usePeriodChoice(values, change);
  return (
    <>
      <SelectField
        label="Period"
        {...months}
        onChange={({ currentTarget }) => onChoose(currentTarget.value)}
      />
      {isDays && <DayRange {...days} />}
      <SelectField
        label="For"
        options={purposes}
        value={values.for}
        onChange={({ currentTarget }) => change({ for: currentTarget.value })}
      />
    </>
  );
}
