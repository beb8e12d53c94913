import { bandOf, type PastCallFees } from '@recoup/contract/call-fees/endpoints';
import { longDay } from '@recoup/contract/entries/rules';
import { useQuery } from '@tanstack/react-query';
import { Tag } from '../ui/feedback/tag.tsx';
import { formatDate } from '../ui/lib/format.ts';
import styles from './call-fee-modal.module.css';
import { callFeeHistoryQuery } from './call-fees.queries.ts';
import { scheduleText } from './fee-text.ts';
import { dayKind, periodText } from './valid-from.ts';
import { today } from '../platform/browser/local-day.ts';

/** The call fees of an attorney for a type through time, the last ones first. */
export function FeeTimeLine(of: { attorneyId: string; typeId: string }) {
  const history = useQuery(callFeeHistoryQuery(of));
  return (
    <section className={styles.timeLine} aria-label="Fees through time">
      <h3>Fees through time</h3>
      {history.error !== null && <p>They could not be loaded. {history.error.message}</p>}
      {history.isPending && <p aria-busy="true">Loading…</p>}
      {history.data && <Versions versions={history.data} />}
    </section>
  );
}

function Versions({ versions }: { versions: readonly PastCallFees[] }) {
  const live = versions.filter(({ replacedAt }) => replacedAt === null);
  const earlier = versions.filter(({ replacedAt }) => replacedAt !== null);
  return (
    <>
      {live.length === 0 ? <p>No call fees yet.</p> : <List versions={live} />}
      {earlier.length > 0 && (
        <details className={styles.history}>
          <summary>Earlier versions</summary>
          <List versions={earlier} />
        </details>
      )}
    </>
  );
}

function List({ versions }: { versions: readonly PastCallFees[] }) {
  return (
    <ol className={styles.versions}>
      {versions.map((version) => (
        <Version key={version._id} version={version} />
      ))}
    </ol>
  );
}

function Version({ version }: { version: PastCallFees }) {
  const { validFrom, createdAt, createdBy, replacedAt, callFees } = version;
  const kind = dayKind(version, today());
  return (
    <li data-kind={kind}>
      <strong>{replacedAt === null ? periodText(version) : `From ${longDay(validFrom)}`}</strong>
      {kind !== undefined && <Tag>{kind}</Tag>}
      <br />
      {callFees.length === 0 ? 'No call fees' : scheduleText(callFees.map(bandOf))}
      <br />
      <small>
        Saved on {formatDate(createdAt)}
        {createdBy !== null && ` by ${createdBy}`}
        {replacedAt !== null && `, replaced on ${formatDate(replacedAt)}`}
      </small>
    </li>
  );
}
