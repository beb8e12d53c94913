import type { CurrentUser } from '@recoup/contract/users/user';
import { usePrefetchQuery, useQuery } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, Suspense, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { useLoadBeforeUse } from '../../platform/browser/load-before-use.ts';
import { useToday } from '../../platform/browser/local-day.ts';
import { useOfflinePage } from '../../platform/browser/offline-page.ts';
import { paths } from '../../platform/browser/paths.ts';
import { currentUserQuery } from '../../platform/session/current-user.ts';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { useUndoOffer } from '../../ui/feedback/use-undo-offer.ts';
import { PageFrame } from '../../ui/layout/page-frame.tsx';
import { useStore } from '../../ui/lib/store.ts';
import { useCallRequest } from '../capture/use-call-request.ts';
import { WaitingDeletions } from '../deletion/waiting-deletions.tsx';
import { foundMattersQuery, recentMattersQuery } from '../entries.queries.ts';
import { PendingEntryList } from '../outbox/pending-entry-list.tsx';
import { usePendingEntries } from '../outbox/use-pending-entries.ts';
import { waitingPhotos } from '../photos/waiting-photos.ts';
import type { DatedType } from '../price/day-fees.ts';
import { OwnPrices } from '../price/own-prices.tsx';
import type { Other } from '../recording-for/chosen-attorney.ts';
import { ForField, type RecordingFor, useRecordingFor } from '../recording-for/for-field.tsx';
import { CallCard } from '../timer/call-card.tsx';
import { useTimer } from '../timer/use-timer.ts';
import {
  callDraft,
  draftFor,
  firstUnpricedType,
  newEntryDraft,
  pendingDraft,
} from './entry-drafts.ts';
import type { New, Open } from './open-entry-dialog.tsx';
import { OwnEntries } from './own-entries.tsx';

/** Records calls and disbursements, and lists the attorney's entries. Works offline. */
export function EntriesPage({ openCalls }: { openCalls: ReactNode }) {
  const user = useQuery(currentUserQuery).data;
  useOfflinePage();
  return user === undefined ? (
    <PageFrame title="My entries" width="form">
      {null}
    </PageFrame>
  ) : (
    <Workspace user={user} openCalls={openCalls} />
  );
}

type WorkspaceProps = { user: CurrentUser; openCalls: ReactNode };

function Workspace({ user, openCalls }: WorkspaceProps) {
  // The network may be gone when the first call is to be saved.
  usePrefetchQuery(recentMattersQuery);
  usePrefetchQuery(foundMattersQuery(''));
  const day = useToday();
  const pending = usePendingEntries(user._id);
  const timer = useTimer(user._id);
  const recording = useRecordingFor(user, timer.timer);
  const { attorney, types = [] } = recording;
  const call = startedFor(timer, attorney);
  const { open, setOpen, close, discard } = useEntryDialog(types, attorney);
  const request = useCallRequest(call, { types: recording.types, attorney, setOpen });
  const title = attorney === undefined ? 'My entries' : `Entries for ${attorney.name}`;
  return (
    <PageFrame title={title} width="form" beside={openCalls}>
      <Recording {...{ recording, call, request }} onOpen={setOpen} />
      <PendingEntryList
        pending={pending}
        onCorrect={(entry) => setOpen(pendingDraft(entry, pending))}
      />
      <WaitingPhotos userId={user._id} />
      <WaitingDeletions />
      <OwnEntries
        key={attorney?._id}
        attorney={attorney}
        onOpen={(entry) => setOpen({ kind: 'recorded', entry })}
      />
      {attorney === undefined && <OwnPrices attorneyId={user._id} types={types} day={day} />}
      <LazyEntryDialog
        open={open}
        userId={user._id}
        call={call.timer}
        recording={recording}
        pending={pending}
        onDiscard={discard}
        onClose={close}
      />
      {types.length > 0 && <RequestedCall request={request} call={call} />}
    </PageFrame>
  );
}

// Seldom shown.
const PhotoList = lazyPart(async () => ({
  default: (await import('../photos/photo-list.tsx')).PhotoList,
}));

function WaitingPhotos({ userId }: { userId: string }) {
  if (useStore(waitingPhotos).length === 0) return null;
  return (
    <Suspense>
      <PhotoList userId={userId} />
    </Suspense>
  );
}

type Call = ReturnType<typeof useTimer>;

/** A call that is started now is of the attorney who is chosen. */
function startedFor(call: Call, attorney: Other | undefined): Call {
  if (attorney === undefined) return call;
  return { ...call, start: (subject, text) => call.start({ ...subject, attorney }, text) };
}

type RecordingProps = {
  recording: RecordingFor;
  call: Call;
  request: ReturnType<typeof useCallRequest>;
  onOpen: (open: Open) => void;
};

function Recording({ recording, call, request, onOpen }: RecordingProps) {
  const { attorney, types, error, isFixed, choose } = recording;
  const [first] = types ?? [];
  const chooser = (
    <ForField recording={recording} value={attorney?._id} isDisabled={isFixed} onChoose={choose} />
  );
  const isLoading = types === undefined && error === null;
  const typeOfEntry = firstUnpricedType(types ?? []) ?? first;
  // A call can start before its prices are there, and be stopped once no type is assigned any more.
  const hasCard = first !== undefined || isLoading || call.timer !== null;
  return (
    <>
      {hasCard ? (
        <CallCard
          first={chooser}
          call={call}
          types={types ?? []}
          isReady={first !== undefined}
          onSave={(timer) => first && onOpen(callDraft(first, timer, call))}
          onCallMatter={request.ask}
          onDisbursement={() =>
            typeOfEntry && onOpen(newEntryDraft('Add entry', typeOfEntry, draftFor(attorney)))
          }
        />
      ) : (
        chooser
      )}
      <WithoutTypes {...recording} />
    </>
  );
}

/** Why nothing can be recorded, if so. */
function WithoutTypes({ attorney, types, error, retry }: RecordingFor) {
  if (error !== null && attorney !== undefined)
    return (
      <ErrorState
        title={`The prices of ${attorney.name} could not be loaded.`}
        message={error.message}
        onRetry={retry}
      />
    );
  const whom = attorney?.name ?? 'you';
  return (
    types?.length === 0 && (
      <EmptyState title="Nothing to record yet">
        No disbursement types are assigned to {whom}. Please ask your firm’s administrator; then
        reload this page.
      </EmptyState>
    )
  );
}

// The form is larger than the page.
const loadEntryDialog = async () => ({
  default: (await import('./open-entry-dialog.tsx')).OpenEntryDialog,
});
const OpenEntryDialog = lazyPart(loadEntryDialog, ({ onClose }) => onClose);

type Props = Omit<ComponentProps<typeof OpenEntryDialog>, 'open'> & { open: Open | null };

/** The dialog of the entry that is open, if one is. */
function LazyEntryDialog({ open, ...rest }: Props) {
  useLoadBeforeUse(loadEntryDialog);
  if (open === null) return null;
  return (
    <Suspense>
      <OpenEntryDialog open={open} {...rest} />
    </Suspense>
  );
}

/**
 * The open dialog. `?new=entry` opens a new entry too, from the palette with a matter, and
 * `?new=disbursement` one of a type without call fees.
 */
function useEntryDialog(types: readonly DatedType[], attorney: Other | undefined) {
  const [chosen, setOpen] = useState<Open | null>(null);
  const [params] = useSearchParams();
  const { key, state }: { key: string; state: unknown } = useLocation();
  const [closed, setClosed] = useState<string>();
  const navigate = useNavigate();
  const type = requestedType(params.get('new'), types);
  const isRequested = type !== undefined;
  const requested =
    isRequested && closed !== key
      ? { ...newEntryDraft('Add entry', type, draftFor(attorney)), matterState: state }
      : null;
  const close = () => {
    setOpen(null);
    if (!isRequested) return;
    setClosed(key);
    // After the dialog is gone, because it counts as unsaved.
    requestAnimationFrame(() => void navigate(paths.entries, { replace: true }));
  };
  const open = chosen ?? requested;
  const discard = useDiscard(open !== null, setOpen);
  return { open, setOpen, close, discard };
}

/** Offers to open a discarded draft again. */
function useDiscard(isOpen: boolean, reopen: (draft: New) => void): (draft: New) => void {
  const offer = useUndoOffer(isOpen);
  return (draft) =>
    offer('What you typed was discarded.', () => reopen({ ...draft, isTyped: true }));
}

function requestedType(requested: string | null, types: readonly DatedType[]) {
  const [first] = types;
  if (requested === 'entry') return first;
  return requested === 'disbursement' ? (firstUnpricedType(types) ?? first) : undefined;
}

const loadCallDialog = async () => ({
  default: (await import('../capture/call-matter-dialog.tsx')).CallMatterDialog,
});
const CallMatterDialog = lazyPart(loadCallDialog, ({ onClose, onDismiss = onClose }) => onDismiss);

type RequestProps = {
  request: ReturnType<typeof useCallRequest>;
  call: ReturnType<typeof useTimer>;
};

/** The dialog of the requested call; nothing without one. */
function RequestedCall({ request: { subject, recordText, close, dismiss }, call }: RequestProps) {
  useLoadBeforeUse(loadCallDialog);
  if (subject === null) return null;
  return (
    <Suspense>
      <CallMatterDialog
        subject={subject}
        call={call}
        {...(recordText && { onRecordText: recordText })}
        onClose={close}
        onDismiss={dismiss}
      />
    </Suspense>
  );
}
