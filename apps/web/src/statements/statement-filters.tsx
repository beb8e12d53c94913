import { backwards } from '@recoup/contract/core/fields';
import type { StatementPurpose } from '@recoup/contract/statements/rules';
import { usePeriodChoice } from '../entries/lists/use-period-choice.ts';
import { DayRange } from '../ui/form/day-range.tsx';
import { SelectField } from '../ui/form/fields.tsx';
import { isBackwards } from './statements.queries.ts';
import type { ChangeStatementView, StatementView } from './use-statement-view.ts';

type Props = { view: StatementView; onChange: ChangeStatementView };

const purposes: { value: StatementPurpose; label: string }[] = [
  { value: 'client', label: 'The client' },
  { value: 'taxation', label: 'Taxation' },
];

/** The month or days of a statement, and whether it is for taxation. */
export function StatementFilters({ view, onChange }: Props) {
  const { from, to, purpose } = view;
  const { isDays, ...months } = usePeriodChoice(view, onChange);
  return (
    <>
      <SelectField
        label="Period"
        options={months.options}
        value={months.value}
        onChange={({ currentTarget }) => months.choose(currentTarget.value)}
      />
      {isDays && (
        <DayRange
          from={from}
          to={to}
          error={isBackwards(view) ? backwards.error : undefined}
          onChange={onChange}
        />
      )}
      <SelectField
        label="For"
        options={purposes}
        value={purpose}
        onChange={(event) =>
          onChange({ purpose: event.currentTarget.value === 'taxation' ? 'taxation' : 'client' })
        }
      />
    </>
  );
}
