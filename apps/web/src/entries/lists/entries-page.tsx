import type { Entry } from '@recoup/contract/entries/endpoints';
import { newId } from '@recoup/contract/core/ids';
import type { CurrentUser } from '@recoup/contract/users/user';
import { usePrefetchQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { currentUserQuery } from '../../platform/session/current-user.ts';
import { useOfflinePage } from '../../platform/browser/offline-page.ts';
import { paths } from '../../platform/browser/paths.ts';
import { PageFrame } from '../../ui/layout/page-frame.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { CallCard } from '../timer/call-card.tsx';
import { minutesOf, type Timer } from '../timer/call-timer.ts';
import {
  foundMattersQuery,
  recentMattersQuery,
  recordableTypes,
  type RecordableType,
} from '../entries.queries.ts';
import {
  type Draft,
  draftOfBody,
  emptyDraft,
  localDay,
  matterChoice,
  type MatterChoice,
} from '../form/entry-draft.ts';
import { NewEntryDialog } from '../form/new-entry-dialog.tsx';
import { OwnEntries } from './own-entries.tsx';
import { OwnPrices } from '../price/own-prices.tsx';
import { RecordedEntryDialog } from '../form/recorded-entry-dialog.tsx';
import { PendingEntryList } from '../outbox/pending-entry-list.tsx';
import { useTimer } from '../timer/use-timer.ts';
import { type PendingEntries, usePendingEntries } from '../outbox/use-pending-entries.ts';
import type { PendingEntry } from '../outbox/pending-entries.ts';

/** An attorney's workspace: record a call or a disbursement in seconds, and see what was recorded. Works without a network. */
export function EntriesPage() {
  const user = useQuery(currentUserQuery).data;
  useOfflinePage();
  return (
    <PageFrame title="My entries" width="form">
      {user !== undefined && <Workspace user={user} />}
    </PageFrame>
  );
}

type Open =
  | {
      kind: 'new';
      title: string;
      draft: Draft;
      isCall?: true;
      isCorrection?: true;
      onKept?: () => void;
    }
  | { kind: 'recorded'; entry: Entry };

function Workspace({ user }: { user: CurrentUser }) {
  // The network may be gone when the first call is to be saved.
  usePrefetchQuery(recentMattersQuery);
  usePrefetchQuery(foundMattersQuery(''));
  const types = recordableTypes(user);
  const pending = usePendingEntries(user._id);
  const call = useTimer(user._id);
  const { open, setOpen, close } = useEntryDialog(types);
  const [first] = types;
  const saveCall = (type: RecordableType, timer: Timer) =>
    setOpen({
      ...newEntryDraft('Save the call', type, {
        _id: timer._id,
        minutes: String(minutesOf(timer, Date.now())),
        day: timer.startedAt,
      }),
      isCall: true,
      onKept: call.clear,
    });
  return (
    <>
      {first ? (
        <CallCard
          call={call}
          onSave={(timer) => saveCall(first, timer)}
          onDisbursement={() =>
            setOpen(newEntryDraft('Add disbursement', firstUnpricedType(types) ?? first))
          }
        />
      ) : (
        <NothingAssigned />
      )}
      <PendingEntryList
        pending={pending}
        onCorrect={(entry) =>
          setOpen(
            entry.state === 'deleted' ? replacementDraft(entry, pending) : correctionDraft(entry),
          )
        }
      />
      <OwnEntries onOpen={(entry) => setOpen({ kind: 'recorded', entry })} />
      <OwnPrices types={types} />
      <OpenEntryDialog
        open={open}
        call={call.timer}
        types={types}
        pending={pending}
        onClose={close}
      />
    </>
  );
}

/** What is open above the page. The address can ask for a new entry too (`?new=entry`), the palette also on which matter. */
function useEntryDialog(types: readonly RecordableType[]) {
  const [chosen, setOpen] = useState<Open | null>(null);
  const [params] = useSearchParams();
  const { key, state } = useLocation();
  const [closed, setClosed] = useState<string>();
  const navigate = useNavigate();
  const [first] = types;
  const isAsked = params.get('new') === 'entry' && first !== undefined;
  // The sheet keeps the draft that it began with.
  const asked =
    isAsked && closed !== key
      ? newEntryDraft('New entry', first, { matter: matterOf(state) })
      : null;
  const close = () => {
    setOpen(null);
    if (!isAsked) return;
    setClosed(key);
    // After the sheet, which counts as unsaved while it is there.
    requestAnimationFrame(() => void navigate(paths.entries, { replace: true }));
  };
  return { open: chosen ?? asked, setOpen, close };
}

type More = Partial<Pick<Draft, '_id' | 'minutes' | 'matter'>> & { day?: number };

function newEntryDraft(title: string, type: RecordableType, { day, ...given }: More = {}) {
  const date = localDay(new Date(day ?? Date.now()));
  return {
    kind: 'new',
    title,
    draft: emptyDraft({ disbursementType: type._id, date, ...given }),
  } as const;
}

function firstUnpricedType(types: readonly RecordableType[]): RecordableType | undefined {
  return types.find(({ callFees }) => callFees.length === 0);
}

/** The history of the browser keeps what the palette gave, and may hold anything. */
function matterOf(state: unknown): MatterChoice | null {
  return matterChoice.safeParse(state).data ?? null;
}

type SheetProps = {
  open: Open | null;
  call: Timer | null;
  types: readonly RecordableType[];
  pending: PendingEntries;
  onClose: () => void;
};

function OpenEntryDialog({ open, call, ...rest }: SheetProps) {
  if (open === null) return null;
  if (open.kind === 'recorded')
    return (
      <RecordedEntryDialog
        key={open.entry._id}
        entry={open.entry}
        types={rest.types}
        onClose={rest.onClose}
      />
    );
  return (
    <NewEntryDialog
      {...rest}
      title={open.title}
      draft={open.draft}
      gone={open.isCall === true && call?._id !== open.draft._id ? savedElsewhere : undefined}
      isCorrection={open.isCorrection === true}
      onKept={() => open.onKept?.()}
    />
  );
}

const savedElsewhere =
  'This call was saved or discarded in another window, so it cannot be saved here as well.';

function correctionDraft({ body, names }: PendingEntry): Extract<Open, { kind: 'new' }> {
  const matter = { _id: body.matter, number: names.matterNumber, name: names.matter, client: null };
  return {
    kind: 'new',
    title: 'Correct the entry',
    draft: draftOfBody(body, matter),
    isCorrection: true,
  };
}

/** What was deleted at the firm never comes back under its id: the same under another one takes its place here. */
function replacementDraft(entry: PendingEntry, pending: PendingEntries): Open {
  const { draft } = correctionDraft(entry);
  // Without a network it stays in the list, and can be thrown away later.
  const onKept = () => void pending.discard(entry).catch(() => undefined);
  return { kind: 'new', title: 'Record anew', draft: { ...draft, _id: newId() }, onKept };
}

function NothingAssigned() {
  return (
    <EmptyState title="Nothing to record yet">
      No disbursement types are assigned to you. Please ask your firm’s administrator; then reload
      this page.
    </EmptyState>
  );
}
