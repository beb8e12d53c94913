import type { CallRecord } from '@recoup/contract/call-records/endpoints';
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { paths } from '../../platform/browser/paths.ts';
import { ButtonLink } from '../../ui/controls/button-link.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { useSettled } from '../../ui/dialog/use-settled.ts';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { PageFrame } from '../../ui/layout/page-frame.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { callsText, notLoadedText, sumText } from './call-words.ts';
import { type Decisions, withoutDecided } from './decided-calls.ts';
import { useDecisions } from './decisions.ts';
import { OpenCall } from './open-call.tsx';
import styles from './open-calls.module.css';
import { type CallPage, callsAtFirst, callsAtMost, ownCallsQuery } from './open-calls.queries.ts';
import { PrivateNumbers } from './private-numbers.tsx';
import { RecordCallDialog } from './record-call-dialog.tsx';
import { useDeciding } from './use-deciding.ts';

const intro =
  'From your firm’s telephone system, the oldest first. Private hides all calls of a number, ' +
  'those to come too, and your firm no longer sees the number.';

/** The attorney's calls that nobody recorded, each with its price and one tap. */
export function OwnCallsPage() {
  return (
    <PageFrame
      title="Calls nobody recorded"
      width="form"
      intro={intro}
      actions={
        <ButtonLink variant="outline" to={paths.entries}>
          My entries
        </ButtonLink>
      }
    >
      <Workspace />
    </PageFrame>
  );
}

function Workspace() {
  const [size, setSize] = useState(callsAtFirst);
  const decisions = useDecisions();
  const calls = useQuery({
    ...ownCallsQuery(size),
    meta: { unableToGet: 'calls' },
    select: (page) => withoutDecided(page, decisions),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <OpenCalls
        calls={calls}
        decisions={decisions}
        {...(size < callsAtMost && { onMore: () => setSize(callsAtMost) })}
      />
      {/* Not before: the calls would move it. */}
      {!calls.isPending && <PrivateNumbers />}
    </>
  );
}

type Props = {
  calls: Pick<UseQueryResult<CallPage>, 'data' | 'error' | 'refetch' | 'isFetching'>;
  decisions: Decisions;
  onMore?: () => void;
};

function OpenCalls({ calls: { data, error, refetch, isFetching }, decisions, onMore }: Props) {
  return (
    <Panel label="Open calls" isTight isBusy={isFetching}>
      {error !== null && !data && (
        <ErrorState
          title={notLoadedText('Calls', error)}
          message={error.message}
          onRetry={() => void refetch()}
        />
      )}
      {!data && error === null && <p aria-busy="true">Loading…</p>}
      {data?.count === 0 && <NoCalls isDeciding={decisions.decided.size > 0} />}
      {data && data.data.length > 0 && (
        <>
          <Head calls={data.data} count={data.count} />
          <CallList calls={data.data} decisions={decisions} />
        </>
      )}
      {data && data.count > data.data.length && (
        <More left={data.count - data.data.length} {...(onMore && { onMore })} />
      )}
    </Panel>
  );
}

/** The last calls may still be on their way to the server. */
function NoCalls({ isDeciding }: { isDeciding: boolean }) {
  if (isDeciding) return <p>Being saved…</p>;
  return (
    <EmptyState title="Every call is recorded">
      Calls of your telephone that nobody recorded appear here.
    </EmptyState>
  );
}

function Head({ calls, count }: { calls: readonly CallRecord[]; count: number }) {
  return (
    <div className={styles.head}>
      <h2>{callsText(count)}</h2>
      <output>
        {count > calls.length ? `The first ${calls.length} cost ` : 'Together '}
        {sumText(calls)}
      </output>
    </div>
  );
}

function More({ left, onMore }: { left: number; onMore?: () => void }) {
  return onMore ? (
    <div>
      <Button variant="outline" onClick={onMore}>
        Show more
      </Button>
    </div>
  ) : (
    <p>{callsText(left)} more come as these are decided.</p>
  );
}

type ListProps = { calls: readonly CallRecord[]; decisions: Decisions };

function CallList({ calls, decisions }: ListProps) {
  const { open, setOpen, onDecide } = useDeciding();
  const isSettled = useSettled(calls.map(({ _id }) => _id).join(), true);
  return (
    <>
      <ul className={styles.calls} aria-label="Calls nobody recorded">
        {calls.map((call) => (
          <OpenCall
            key={call._id}
            call={call}
            failure={decisions.failures.get(call._id)}
            isResting={!isSettled}
            onDecide={onDecide}
            onOpen={setOpen}
          />
        ))}
      </ul>
      {open !== null && (
        <RecordCallDialog
          call={open}
          failure={decisions.failures.get(open._id)}
          onDecide={onDecide}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}
