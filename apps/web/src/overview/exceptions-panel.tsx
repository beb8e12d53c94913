import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { exceptionNames } from '@recoup/contract/month-end/exceptions';
import type { ExceptionGroup } from '@recoup/contract/month-end/exception-endpoints';
import { openCallsQuery } from '../call-records/firm-calls/firm-calls.queries.ts';
import { paths } from '../platform/browser/paths.ts';
import { currentUserQuery } from '../platform/session/current-user.ts';
import { countOf, formatCount } from '../ui/lib/format.ts';
import { OverviewPanel } from './overview-panel.tsx';
import styles from './overview.module.css';
import { exceptionGroupsQuery } from './overview-page.queries.ts';
import { frequentCodes, openByLevel } from './overview-texts.ts';

/** Open exceptions and calls to check before closing the month. */
export function ExceptionsPanel({ today }: { today: string }) {
  return (
    <OverviewPanel
      title="Exceptions"
      what="Exceptions"
      result={useQuery(exceptionGroupsQuery(today))}
      link={{ to: paths.monthEnd, label: 'Month end' }}
    >
      {(groups) => (
        <>
          <Exceptions groups={groups} />
          <OpenCalls />
        </>
      )}
    </OverviewPanel>
  );
}

function Exceptions({ groups }: { groups: readonly ExceptionGroup[] }) {
  const { block, warn, info } = openByLevel(groups);
  if (block + warn + info === 0) return <p>There are no open exceptions.</p>;
  return (
    <>
      <dl className={styles.counts}>
        <Count title="Blocking" count={block} />
        <Count title="Warnings" count={warn} />
        <Count title="Notes" count={info} />
      </dl>
      <h3>Most frequent</h3>
      <ul className={styles.lines}>
        {frequentCodes(groups).map(({ code, open }) => (
          <li key={code}>
            <span>{exceptionNames[code]}</span> <span>{countOf(open, 'time', 'times')}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** They are no exceptions, but no entries either. A firm without any is offered their import. */
function OpenCalls() {
  const count = useQuery(openCallsQuery).data?.count ?? 0;
  const usesCalls = useQuery({ ...currentUserQuery, enabled: false }).data?.usesCalls;
  if (usesCalls === false)
    return (
      <p>
        <Link to={paths.callImports}>Import calls of your telephone system</Link>
      </p>
    );
  if (count === 0) return null;
  return (
    <p>
      <Link to={paths.firmCalls}>{countOf(count, 'call', 'calls')} nobody recorded</Link>
    </p>
  );
}

function Count({ title, count }: { title: string; count: number }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{formatCount(count)}</dd>
    </div>
  );
}
