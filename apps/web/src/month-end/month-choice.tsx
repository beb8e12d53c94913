import { useState } from 'react';
import { useToday } from '../platform/browser/local-day.ts';
import { RadioGroup } from '../ui/form/choice-fields.tsx';
import { TextField } from '../ui/form/fields.tsx';
import { Panel } from '../ui/layout/panel.tsx';
import { formatDate } from '../ui/lib/format.ts';
import { useAhead } from '../ui/list/use-ahead.ts';
import { useSearchParamsState } from '../ui/list/use-search-params-state.ts';
import { monthChoiceFor, lastDays } from './chosen-month.ts';
import styles from './month-end.module.css';

/** The last day of what is looked at and closed. */
export function MonthChoice({ to }: { to: string }) {
  const today = useToday();
  const days = lastDays(today);
  const [isDay, setIsDay] = useState(monthChoiceFor(to, today) === 'day');
  const [chosen, change] = useChosenDay(to);
  const choice = isDay ? 'day' : monthChoiceFor(chosen, today);
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
            value={chosen}
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
function useChosenDay(to: string): [string, (to: string) => void] {
  const [chosen, show] = useAhead(to);
  const [, changeAddress] = useSearchParamsState();
  const change = (day: string) => {
    show(day);
    changeAddress(() => new URLSearchParams({ to: day }), { preventScrollReset: true });
  };
  return [chosen, change];
}
