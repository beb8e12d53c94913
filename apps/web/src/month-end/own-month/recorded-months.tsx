import { formatRand, toCentsTotal } from '@recoup/contract/core/money';
import { useQuery } from '@tanstack/react-query';
import type { Other } from '../../entries/recording-for/chosen-attorney.ts';
import { ForField } from '../../entries/recording-for/for-field.tsx';
import type { ChosenAttorney } from '../../entries/recording-for/use-chosen-attorney.ts';
import { useToday } from '../../platform/browser/local-day.ts';
import { monthBefore, monthText, toMonth } from '../../platform/browser/months.ts';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { countOf } from '../../ui/lib/format.ts';
import { recordedMonthQuery } from './own-month.queries.ts';
import styles from './own-month.module.css';

type Props = { recording: ChosenAttorney; attorney: Other };

/** The entries that a secretary recorded for an attorney, who completes the month. */
export function RecordedMonths({ recording, attorney }: Props) {
  const month = toMonth(useToday());
  return (
    <Panel label="Recorded months" isTight>
      <ForField
        recording={recording}
        value={attorney._id}
        isDisabled={recording.isFixed}
        onChoose={recording.choose}
      />
      <h2>Recorded for {attorney.name}</h2>
      <div className={styles.parts}>
        {[month, monthBefore(month)].map((each) => (
          <RecordedMonth key={each} month={each} attorney={attorney} />
        ))}
      </div>
      <p>{attorney.name} marks a month as complete.</p>
    </Panel>
  );
}

function RecordedMonth({ month, attorney }: { month: string; attorney: Other }) {
  const { data, error, refetch } = useQuery(recordedMonthQuery(month, attorney._id));
  if (error !== null && !data)
    return (
      <ErrorState
        title={`${monthText(month)} could not be loaded.`}
        message={error.message}
        onRetry={() => void refetch()}
      />
    );
  return (
    <div className={styles.month} aria-busy={data === undefined}>
      <span>
        {monthText(month)}
        <small>{data ? countOf(data.count, 'entry', 'entries') : 'Loading…'}</small>
      </span>
      {data && <strong>{formatRand(toCentsTotal(data.amount))}</strong>}
    </div>
  );
}
