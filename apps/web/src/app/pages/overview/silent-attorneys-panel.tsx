import type { AttorneyMonth } from '@recoup/contract/month-end/sign-off-endpoints';
import type { ExceptionGroup } from '@recoup/contract/month-end/exception-endpoints';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { paths } from '../../../platform/browser/paths.ts';
import { OverviewPanel } from './overview-panel.tsx';
import styles from './overview.module.css';
import { attorneyMonthsQuery, exceptionGroupsQuery } from './overview.queries.ts';
import { silentAttorneys, silentMarks, silentText } from './overview-words.ts';

/** More would hide the panels below; the page Month end lists all. */
const maxNames = 5;

/** Attorneys who may have forgotten to record. The exceptions only add to the names. */
export function SilentAttorneysPanel({ today }: { today: string }) {
  const groups = useQuery(exceptionGroupsQuery(today)).data ?? [];
  return (
    <OverviewPanel
      title="Nothing recorded this month"
      what="Months of attorneys"
      result={useQuery(attorneyMonthsQuery(today))}
      link={{ to: paths.firmEntries, label: 'Entries' }}
    >
      {(months) => <Silent months={months} groups={groups} />}
    </OverviewPanel>
  );
}

type SilentProps = { months: readonly AttorneyMonth[]; groups: readonly ExceptionGroup[] };

function Silent({ months, groups }: SilentProps) {
  const silent = silentAttorneys(months, groups);
  return (
    <>
      <p>{silentText(silent.length, months.length)}</p>
      <ul className={styles.lines}>
        {silent.slice(0, maxNames).map(({ _id: id, name, mark }) => (
          <li key={id}>
            <Link to={paths.entriesOfAttorney({ attorney: id })}>{name}</Link>{' '}
            {mark !== undefined && <span className={styles.muted}>{silentMarks[mark]}</span>}
          </li>
        ))}
      </ul>
      {silent.length > maxNames && (
        <p>
          <Link to={paths.monthEnd}>{silent.length - maxNames} more on Month end</Link>
        </p>
      )}
    </>
  );
}
