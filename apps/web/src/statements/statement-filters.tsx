import { backwards } from '@recoup/contract/core/fields';
import type { StatementPurpose } from '@recoup/contract/statements/rules';
import { SelectField, TextField } from '../ui/form/fields.tsx';
import { isBackwards } from './statements.queries.ts';
import type { ChangeStatementView, StatementView } from './use-statement-view.ts';

type Props = { view: StatementView; onChange: ChangeStatementView };

const purposes: { value: StatementPurpose; label: string }[] = [
  { value: 'client', label: 'The client' },
  { value: 'taxation', label: 'Taxation' },
];

/** The days of a statement, and for whom it is. */
export function StatementFilters({ view, onChange }: Props) {
  const { from, to, purpose } = view;
  return (
    <>
      <TextField
        label="From"
        type="date"
        max={givenDay(to)}
        value={from}
        onChange={(event) => onChange({ from: event.currentTarget.value })}
      />
      <TextField
        label="To"
        type="date"
        min={givenDay(from)}
        error={isBackwards(view) ? backwards.error : undefined}
        value={to}
        onChange={(event) => onChange({ to: event.currentTarget.value })}
      />
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

/** An empty `min` or `max` is no valid HTML. */
function givenDay(day: string): string | undefined {
  return day === '' ? undefined : day;
}
