import { may } from '../../platform/session/may.ts';
import { Suspense, useState } from 'react';
import { useReadOnce } from '../../platform/api/use-read-once.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { pricedEntryQuery } from '../entries.queries.ts';
import {
  isNotFound,
  type Props,
  type CorrectionProps,
  type CorrectionDialogProps,
  useDeletion,
  useSaving,
} from './use-correction.ts';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import { formatRand, toCents } from '@recoup/contract/core/money';
import { EntryVouchers } from '../../vouchers/entry-vouchers.tsx';
import { VatFacts } from '../../vat/vat-facts.tsx';
import { PriceExplanation } from '../price/price-explanation.tsx';
import { EntryHistory } from '../reversals/entry-history.tsx';
import { EntryLinks } from '../reversals/entry-links.tsx';
import { happenedText } from '../reversals/link-texts.ts';
import { AccountNote, isAccountLine } from './account-note.tsx';
import { useReason } from './correction-reason.tsx';
import { DeleteButton } from './delete-entry-button.tsx';
import { EntryDialog } from './entry-dialog.tsx';
import { entryDraftFrom } from './entry-draft.ts';
import { entryTitle } from './entry-title.ts';
import { typesOfRecorded } from '../price/day-fees.ts';

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

/** An entry that was deleted elsewhere does not come by a second try. */
function EntryNotLoaded({ error, onRetry }: { error: Error; onRetry: () => void }) {
  if (isNotFound(error)) return <EmptyState title="This entry was deleted elsewhere." />;
  return (
    <ErrorState title="The entry could not be loaded." message={error.message} onRetry={onRetry} />
  );
}

/** Reload starts again from the other user's version. */
function Correction({ entry, ...rest }: CorrectionProps) {
  const [taken, setTaken] = useState(entry);
  return <CorrectionDialog key={taken.version} {...rest} entry={taken} onTake={setTaken} />;
}

function CorrectionDialog({
  title,
  entry: opened,
  types,
  asksReason = false,
  ...rest
}: CorrectionDialogProps) {
  const reason = useReason(asksReason);
  const { entry, save, submit, conflict, gone } = useSaving({ opened, reason, ...rest });
  const remove = useDeletion({ opened: entry, title, reason, onClose: rest.onClose });
  const price = formatRand(toCents(entry.amount));
  return (
    <EntryDialog
      title={title}
      start={entryDraftFrom(opened)}
      recorded={entryDraftFrom(entry)}
      typesOn={typesOfRecorded(entry, types)}
      fixedDay={entry.replaces && 'That of its reversal.'}
      saving={save}
      conflict={conflict}
      gone={gone}
      isChanged={reason.isTyped}
      onSave={submit}
      onClose={rest.onClose}
      extra={
        <>
          {reason.field}
          <EntryVouchers entry={entry} />
          <Why entry={entry} price={price} />
        </>
      }
      actions={
        !isAccountLine(entry) && (
          <DeleteButton mayDelete={() => !save.isPending && reason.isThere()} onDelete={remove} />
        )
      }
    />
  );
}

function Why({ entry, price }: Pick<CorrectionDialogProps, 'entry'> & { price: string }) {
  const happened = happenedText(entry);
  return (
    <>
      <AccountNote account={entry.supplierAccount} />
      {happened !== undefined && <p>It {happened}, whose prices count.</p>}
      <details>
        <summary>Why {price}?</summary>
        <PriceExplanation price={entry.price} />
        <VatFacts vat={entry.vat} />
      </details>
      <EntryLinks links={entry.links} />
      <EntryHistory id={entry._id} />
    </>
  );
}
