import { useState } from 'react';
import { useToday } from '../platform/browser/local-day.ts';
import { RadioGroup } from '../ui/form/choice-fields.tsx';
import { TextField } from '../ui/form/fields.tsx';
import { Panel } from '../ui/layout/panel.tsx';
import { formatDate } from '../ui/lib/format.ts';
import { useSearchParamsState } from '../ui/list/use-search-params-state.ts';
import { choiceOf, lastDaysOf } from './chosen-month.ts';
import styles from './month-end.module.css';

/** The last day of what is looked at and closed. */
export function MonthChoice({ to }: { to: string }) {
  const today = useToday();
  const days = lastDaysOf(today);
  const [isDay, setIsDay] = useState(choiceOf(to, today) === 'day');
  const change = useChangeAddress();
  const choice = isDay ? 'day' : choiceOf(to, today);
  const choose = (wanted: string) => {
    setIsDay(wanted === 'day');
    if (wanted !== 'day') change(wanted === 'last' ? days.last : days.this);
  };
  return (
    <Panel label="Month">
      <div className={styles.month}>
        <RadioGroup
          label="Up to the end of"
          options={[
            { value: 'this', label: `This month, ${formatDate(days.this)}` },
            { value: 'last', label: `Last month, ${formatDate(days.last)}` },
            { value: 'day', label: 'A day' },
          ]}
          value={choice}
          onChange={choose}
        />
        {choice === 'day' && (
          <TextField
            label="Last day"
            type="date"
            value={to}
            onChange={({ currentTarget }) => {
              if (currentTarget.value !== '') change(currentTarget.value);
            }}
          />
        )}
      </div>
    </Panel>
  );
}

/** Filters of another period may show nothing; they begin again. */
function useChangeAddress(): (to: string) => void {
  const [, changeAddress] = useSearchParamsState();
  return (to) => changeAddress(() => new URLSearchParams({ to }), { preventScrollReset: true });
}
