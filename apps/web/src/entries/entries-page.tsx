import type { Entry } from '@recoup/contract/entries';
import type { CurrentUser } from '@recoup/contract/users';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { currentUserQuery } from '../platform/current-user.ts';
import { useOfflinePage } from '../platform/offline-page.ts';
import { PageFrame } from '../ui/page-frame.tsx';
import { EmptyState } from '../ui/states.tsx';
import { CallCard } from './call-card.tsx';
import { minutesOf, type Timer } from './call-timer.ts';
import { recordableTypes, type RecordableType } from './entries.queries.ts';
import { type Draft, draftOfBody, emptyDraft, localDay } from './entry-draft.ts';
import { NewEntrySheet } from './new-entry-sheet.tsx';
import { OwnEntries } from './own-entries.tsx';
import { OwnPrices } from './own-prices.tsx';
import { RecordedSheet } from './recorded-sheet.tsx';
import { UnsentEntries } from './unsent-entries.tsx';
import { useTimer } from './use-timer.ts';
import { type Unsent, useUnsent } from './use-unsent.ts';
import type { UnsentEntry } from './unsent.ts';

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
  | { readonly kind: 'new'; readonly title: string; readonly draft: Draft; readonly isTimed: boolean }
  | { readonly kind: 'recorded'; readonly entry: Entry };

function Workspace({ user }: { readonly user: CurrentUser }) {
  const [open, setOpen] = useState<Open | null>(null);
  const unsent = useUnsent(user._id);
  const call = useTimer(user._id);
  const types = recordableTypes(user);
  const close = () => setOpen(null);
  const record = (title: string, more: { type: RecordableType; minutes?: string; day?: number }, isTimed = false) => {
    const date = localDay(new Date(more.day ?? Date.now()));
    const draft = emptyDraft({ disbursementType: more.type._id, date, minutes: more.minutes ?? '' });
    setOpen({ kind: 'new', title, draft, isTimed });
  };
  const [first] = types;
  const saveCall = (type: RecordableType, timer: Timer) =>
    record('Save the call', { type, minutes: String(minutesOf(timer, Date.now())), day: timer.startedAt }, true);
  return (
    <>
      {first === undefined ? (
        <NothingAssigned />
      ) : (
        <CallCard
          call={call}
          onSave={(timer) => saveCall(first, timer)}
          onDisbursement={() => record('Add disbursement', { type: types.find(({ callFees }) => callFees.length === 0) ?? first })}
        />
      )}
      <UnsentEntries unsent={unsent} onCorrect={(entry) => setOpen(correctionOf(entry))} />
      <OwnEntries onOpen={(entry) => setOpen({ kind: 'recorded', entry })} />
      <OwnPrices types={types} />
      <Sheet open={open} types={types} unsent={unsent} onTimed={call.clear} onClose={close} />
    </>
  );
}

function Sheet({
  open,
  onTimed,
  ...rest
}: {
  readonly open: Open | null;
  readonly types: readonly RecordableType[];
  readonly unsent: Unsent;
  readonly onTimed: () => void;
  readonly onClose: () => void;
}) {
  if (open === null) return null;
  if (open.kind === 'recorded') return <RecordedSheet key={open.entry._id} entry={open.entry} types={rest.types} onClose={rest.onClose} />;
  return <NewEntrySheet {...rest} title={open.title} draft={open.draft} onKept={() => open.isTimed && onTimed()} />;
}

function correctionOf({ body, names }: UnsentEntry): Open {
  const matter = { _id: body.matter, number: names.matterNumber, name: names.matter, client: null };
  return { kind: 'new', title: 'Correct the entry', draft: draftOfBody(body, matter), isTimed: false };
}

function NothingAssigned() {
  return (
    <EmptyState title="Nothing to record yet">
      No disbursement types are assigned to you. Please ask your firm’s administrator; then reload this page.
    </EmptyState>
  );
}
