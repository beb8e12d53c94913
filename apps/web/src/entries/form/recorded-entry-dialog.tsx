import { may } from '../../platform/session/may.ts';
import type { Entry } from '@recoup/contract/entries/endpoints';
import { Suspense, useState } from 'react';
import { useReadOnce } from '../../platform/api/use-read-once.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { pricedEntryQuery } from '../entries.queries.ts';
import { isNotFound, type Props } from './use-correction.ts';
import { Correction } from './correction-dialog.tsx';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';

// Loaded when one is opened: most entries are open ones.
const LockedEntry = lazyPart(async () => ({
  default: (await import('../reversals/locked-entry.tsx')).LockedEntry,
}));
const OpenReversal = lazyPart(async () => ({
  default: (await import('../reversals/open-reversal.tsx')).OpenReversal,
}));

/** A recorded entry with the reason for its price, and its correction unless an export locks it. */
export function RecordedEntryDialog({ entry, ...rest }: Props) {
  return <EntryDialogById {...rest} id={entry._id} title={entryTitle(entry)} />;
}

type ByIdProps = Omit<Props, 'entry'> & {
  id: string;
  /** Until the entry is there. */
  title: string;
};

/** `onShow` of a linked entry opens that one in its place. */
export function EntryDialogById({ id, ...rest }: ByIdProps) {
  const [shown, show] = useState(id);
  const [reading, setReading] = useState(0);
  const onReload = () => setReading((count) => count + 1);
  const key = `${shown} ${reading}`;
  return <EntrySheet key={key} {...rest} id={shown} onShow={show} onReload={onReload} />;
}

function EntrySheet({
  id,
  title,
  onClose,
  onShow,
  onReload,
  ...rest
}: ByIdProps & { onShow: (id: string) => void; onReload: () => void }) {
  const priced = useReadOnce(pricedEntryQuery(id));
  const entry = priced.data;
  const loading = <p aria-busy="true">Loading…</p>;
  if (!entry)
    return (
      <Dialog title={title} isOpen onClose={onClose}>
        {priced.error === null ? (
          loading
        ) : (
          <EntryNotLoaded error={priced.error} onRetry={() => void priced.refetch()} />
        )}
      </Dialog>
    );
  const own = { ...rest, title: entryTitle(entry), entry, onClose };
  const isReadOnly = entry.isLocked || !may('entries:write');
  if (!isReadOnly && entry.reverses === undefined) return <Correction {...own} />;
  return (
    <Suspense
      fallback={
        <Dialog title={own.title} isOpen onClose={onClose}>
          {loading}
        </Dialog>
      }
    >
      {isReadOnly ? (
        <LockedEntry {...own} onShow={onShow} onReload={onReload} />
      ) : (
        <OpenReversal {...own} onShow={onShow} />
      )}
    </Suspense>
  );
}

export function entryTitle({
  disbursementType,
  matter,
}: Pick<Entry, 'disbursementType' | 'matter'>): string {
  return `${disbursementType.name} on ${matter.number}`;
}

/** An entry that was deleted elsewhere does not come by a second try. */
function EntryNotLoaded({ error, onRetry }: { error: Error; onRetry: () => void }) {
  if (isNotFound(error)) return <EmptyState title="This entry was deleted elsewhere." />;
  return (
    <ErrorState title="The entry could not be loaded." message={error.message} onRetry={onRetry} />
  );
}
