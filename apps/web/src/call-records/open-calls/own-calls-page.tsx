import {
  keepPreviousData,
  useQuery,
  type UseQueryResult,
  type QueryClient,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { CallRecord } from '@recoup/contract/call-records/endpoints';
import {
  type PrivateNumber,
  privateNumberEndpoints,
} from '@recoup/contract/call-records/set-up-endpoints';
import { formatRand, toCentsTotal } from '@recoup/contract/core/money';
import { formatPhone } from '@recoup/contract/core/phone-numbers';
import {
  type ChosenAttorney,
  useChosenAttorney,
} from '../../entries/recording-for/use-chosen-attorney.ts';
import { currentUserQuery } from '../../platform/session/current-user.ts';
import { paths } from '../../platform/browser/paths.ts';
import { Button } from '../../ui/controls/button.tsx';
import { ButtonLink } from '../../ui/controls/button-link.tsx';
import { useSettled } from '../../ui/dialog/use-settled.ts';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { Deferred, useDeferred } from '../../ui/layout/deferred.tsx';
import { PageFrame } from '../../ui/layout/page-frame.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import {
  callsText,
  notLoadedText,
  directionText,
  callLengthText,
  priceText,
  proposalText,
} from './call-texts.ts';
import { type Decisions, withoutDecided, type CallAction, type Failure } from './decided-calls.ts';
import { useDecisions, forgetPrivate } from './decisions.ts';
import styles from './open-calls.module.css';
import {
  arrivalsQuery,
  type CallPage,
  callsAtFirst,
  callsAtMost,
  ownCallsQuery,
  refreshCalls,
} from './open-calls.queries.ts';
import { RecordCallDialog } from './record-call-dialog.tsx';
import { useDeciding } from './use-deciding.ts';
import { formatMoment } from '../../ui/lib/moment.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import { CallActions } from './call-actions.tsx';
import { CallNotices, tellOfCall, wantsCallNotices } from './call-notices.tsx';
import { ProposedEntry } from './proposed-entry.tsx';
import { localDay } from '../../platform/browser/local-day.ts';
import { ApiError } from '../../platform/api/api-error.ts';
import { withSlownessNotice } from '../../ui/feedback/slow-answer.ts';
import { tellNotDone, undoable } from '../../ui/feedback/undo.ts';
import { formatDate } from '../../ui/lib/format.ts';
import { invalidate, readData } from '../../platform/api/read.ts';
import { send } from '../../platform/api/api-client.ts';

const intro =
  'From your firm’s telephone system and your phone, the oldest first. Private hides all calls ' +
  'of a number, those to come too, and your firm no longer sees the number.';

/** A secretary sees the calls of her own telephone alone. */
function introFor({ hasOwn, attorney }: Pick<ChosenAttorney, 'hasOwn' | 'attorney'>): string {
  if (hasOwn || attorney === undefined) return intro;
  return `Calls of your own telephone. Those of ${attorney.name} are on that attorney’s page.`;
}

/** The attorney's calls that nobody recorded, each with its price and one tap. */
export function OwnCallsPage() {
  const recording = useChosenAttorney(useQuery(currentUserQuery).data);
  return (
    <PageFrame
      title="Calls nobody recorded"
      width="form"
      intro={introFor(recording)}
      actions={
        <ButtonLink variant="outline" to={paths.phoneCalls}>
          Add calls of your phone
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
  const [isTold, setTold] = useState(wantsCallNotices);
  useArrivals({ isEnabled: calls.isSuccess, isTold });
  return (
    <>
      <OpenCalls
        calls={calls}
        decisions={decisions}
        {...(size < callsAtMost && { onMore: () => setSize(callsAtMost) })}
      />
      {/* Not before: the calls would move it. */}
      {!calls.isPending && (
        <Deferred>
          <PrivateNumbers />
          <CallNotices isOn={isTold} onChange={setTold} />
        </Deferred>
      )}
    </>
  );
}

/** Reads the calls again when one has come. */
function useArrivals(of: { isEnabled: boolean; isTold: boolean }): void {
  const client = useQueryClient();
  const { latest, seconds } = useQuery(arrivalsQuery(of)).data?.data ?? {};
  const shown = useRef(latest);
  // An answer of the server that nothing on the page has caused.
  useEffect(() => {
    if (shown.current !== undefined && latest !== shown.current) {
      void invalidate(client, ['call-records']);
      // Ids grow with time: an undone import leaves an older call as the latest.
      const isNew = (latest ?? '') > (shown.current ?? '');
      if (isNew && typeof seconds === 'number') void tellOfCall(seconds);
    }
    shown.current = latest;
  }, [client, latest, seconds]);
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
          <Head {...data} />
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

function Head({ count, sum }: CallPage) {
  return (
    <div className={styles.head}>
      <h2>{callsText(count)}</h2>
      <output>Together {formatRand(toCentsTotal(sum))}</output>
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

/** On a large screen. */
const callsInSight = 8;

type ListProps = { calls: readonly CallRecord[]; decisions: Decisions };

function CallList({ calls, decisions }: ListProps) {
  const { open, setOpen, onDecide } = useDeciding();
  const isSettled = useSettled(calls.map(({ _id }) => _id).join(), true);
  const isWhole = useDeferred();
  const shown = isWhole ? calls : calls.slice(0, callsInSight);
  return (
    <>
      <ul className={styles.calls} aria-label="Calls nobody recorded">
        {shown.map((call) => (
          <OpenCall
            key={call._id}
            call={call}
            failure={decisions.failures.get(call._id)}
            isPaused={!isSettled}
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

type OpenCallProps = {
  call: CallRecord;
  failure: Failure | undefined;
  /** The second tap of a double tap is for the row that was here before. */
  isPaused: boolean;
  onDecide: (action: CallAction) => void;
  onOpen: (call: CallRecord) => void;
};

/** A call that nobody recorded, and what can be done with it by one tap. */
function OpenCall({ call, failure, ...actions }: OpenCallProps) {
  return (
    <li className={styles.call}>
      <div className={styles.head}>
        <span>
          <strong>{formatMoment(call.startedAt)}</strong> · {callLengthText(call)}
        </span>
        <strong className={styles.price}>{priceText(call)}</strong>
      </div>
      <p>
        {directionText(call)}
        {call.accountCode !== null && ` · account code ${call.accountCode}`}
        {call.legs > 1 && ` · ${call.legs} parts`}
      </p>
      <Matter call={call} />
      {call.entry !== null && <ProposedEntry id={call.entry} />}
      {failure && <Alert kind="error">{failure.message}</Alert>}
      <CallActions call={call} {...actions} />
    </li>
  );
}

/** An entry that is probably the same call has its own matter. */
function Matter({ call: { matter, proposal, entry } }: Pick<OpenCallProps, 'call'>) {
  if (matter === null) return entry === null && <p>No matter is known for this number.</p>;
  return (
    <p>
      <strong>{matter.number}</strong> {matter.name}
      {proposal !== null && <span className={styles.why}> · {proposalText({ proposal })}</span>}
    </p>
  );
}

/** Numbers whose calls the attorney hid, and the way back. */
function PrivateNumbers() {
  const client = useQueryClient();
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set());
  const { data, error, refetch } = useQuery(
    readData(privateNumberEndpoints.listPrivateNumbers, {}, { what: 'private numbers' }),
  );
  const numbers = data?.filter(({ _id }) => !removed.has(_id));
  const remove = (number: PrivateNumber) => {
    setRemoved((ids) => new Set([...ids, number._id]));
    removeSoon(client, number, () =>
      setRemoved((ids) => new Set([...ids].filter((id) => id !== number._id))),
    );
  };
  return (
    <Panel label="Private numbers" isTight>
      <h2 tabIndex={-1}>Private numbers</h2>
      {error !== null && (
        <ErrorState
          title={notLoadedText('Private numbers', error)}
          message={error.message}
          onRetry={() => void refetch()}
        />
      )}
      {!numbers && error === null && <p aria-busy="true">Loading…</p>}
      {numbers?.length === 0 && <p>None.</p>}
      {numbers && numbers.length > 0 && (
        <ul className={styles.calls} aria-label="Private numbers">
          {numbers.map((number) => (
            <NumberLine key={number._id} number={number} onRemove={() => remove(number)} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

type LineProps = { number: PrivateNumber; onRemove: () => void };

function NumberLine({ number: { number, createdAt }, onRemove }: LineProps) {
  return (
    <li className={styles.number}>
      <span>
        <strong>{formatPhone(number)}</strong>
        <small>Since {formatDate(localDay(new Date(createdAt)))}</small>
      </span>
      <Button
        variant="outline"
        aria-label={`Show calls again: ${formatPhone(number)}`}
        onClick={onRemove}
      >
        Show calls again
      </Button>
    </li>
  );
}

/** The number goes at once; the server deletes it after the time in which this can be undone. */
function removeSoon(client: QueryClient, number: PrivateNumber, show: () => void): void {
  const name = formatPhone(number.number);
  undoable({
    text: `${name} is no longer private.`,
    needsNetwork: true,
    undo: show,
    finish: async () => {
      const why = await withSlownessNotice(name, () => whyNot(number._id));
      if (why === undefined) forgetPrivate(number.number);
      else {
        show();
        tellNotDone(`${name} is still private. ${why}`);
      }
      void refreshCalls(client);
      return why === undefined;
    },
  });
}

/** Undefined if the number is no longer private. */
async function whyNot(id: string): Promise<string | undefined> {
  try {
    const input = { params: { id } };
    await send(privateNumberEndpoints.deletePrivateNumber, input, { keepalive: true });
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.status === 404 ? undefined : error.message;
  }
}
