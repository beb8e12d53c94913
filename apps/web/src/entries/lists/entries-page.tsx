import { callDraft, correctionOf, firstUnpricedType, newEntryDraft } from './entry-drafts.ts';
import { useEntryDialog } from './use-entry-dialog.ts';
import type { CurrentUser } from '@recoup/contract/users/user';
import { usePrefetchQuery, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { currentUserQuery } from '../../platform/session/current-user.ts';
import { useOfflinePage } from '../../platform/browser/offline-page.ts';
import { PageFrame } from '../../ui/layout/page-frame.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { CallCard } from '../timer/call-card.tsx';
import { foundMattersQuery, recentMattersQuery, recordableTypes } from '../entries.queries.ts';
import { OwnEntries } from './own-entries.tsx';
import { OwnPrices } from '../price/own-prices.tsx';
import { PendingEntryList } from '../outbox/pending-entry-list.tsx';
import { useToday } from '../../platform/browser/local-day.ts';
import { useTimer } from '../timer/use-timer.ts';
import { usePendingEntries } from '../outbox/use-pending-entries.ts';
import { LazyEntryDialog } from './lazy-entry-dialog.tsx';
import type { DatedType } from '../price/day-fees.ts';
import type { Open } from './open-entry-dialog.tsx';
import { RequestedCall } from '../capture/requested-call.tsx';
import { useCallRequest } from '../capture/use-call-request.ts';

type Slots = { monthEnd: ReactNode; openCalls: ReactNode };

/** Records calls and disbursements, and lists the attorney's entries. Works offline. */
export function EntriesPage({ monthEnd, openCalls }: Slots) {
  const user = useQuery(currentUserQuery).data;
  useOfflinePage();
  return (
    <PageFrame title="My entries" width="form" beside={openCalls}>
      {user !== undefined && <Workspace user={user} monthEnd={monthEnd} />}
    </PageFrame>
  );
}

function Workspace({ user, monthEnd }: { user: CurrentUser; monthEnd: ReactNode }) {
  // The network may be gone when the first call is to be saved.
  usePrefetchQuery(recentMattersQuery);
  usePrefetchQuery(foundMattersQuery(''));
  const day = useToday();
  const types = recordableTypes(user);
  const pending = usePendingEntries(user._id);
  const call = useTimer(user._id);
  const { open, setOpen, close, discard } = useEntryDialog(types);
  const request = useCallRequest(call, { types, setOpen });
  return (
    <>
      <Recording types={types} call={call} request={request} onOpen={setOpen} />
      <PendingEntryList
        pending={pending}
        onCorrect={(entry) => setOpen(correctionOf(entry, pending))}
      />
      {monthEnd}
      <OwnEntries onOpen={(entry) => setOpen({ kind: 'recorded', entry })} />
      <OwnPrices attorneyId={user._id} types={types} day={day} />
      <LazyEntryDialog
        open={open}
        call={call.timer}
        types={types}
        pending={pending}
        onDiscard={discard}
        onClose={close}
      />
      {types.length > 0 && <RequestedCall request={request} call={call} />}
    </>
  );
}

type RecordingProps = {
  types: readonly DatedType[];
  call: ReturnType<typeof useTimer>;
  request: ReturnType<typeof useCallRequest>;
  onOpen: (open: Open) => void;
};

function Recording({ types, call, request, onOpen }: RecordingProps) {
  const [first] = types;
  if (first === undefined) return <NothingAssigned />;
  return (
    <CallCard
      call={call}
      onSave={(timer) => onOpen(callDraft(first, timer, call.clear))}
      onCallMatter={() => request.ask({})}
      onDisbursement={() => onOpen(newEntryDraft('Add entry', firstUnpricedType(types) ?? first))}
    />
  );
}

function NothingAssigned() {
  return (
    <EmptyState title="Nothing to record yet">
      No disbursement types are assigned to you. Please ask your firm’s administrator; then reload
      this page.
    </EmptyState>
  );
}
