import { role } from '@recoup/contract/core/access';
import type { Entry } from '@recoup/contract/entries/endpoints';
import { useReadOnce } from '../../platform/api/use-read-once.ts';
import { session } from '../../platform/session/session.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { pricedEntryQuery } from '../entries.queries.ts';
import { VatFacts } from '../../vat/vat-facts.tsx';
import { PriceExplanation } from '../price/price-explanation.tsx';
import { isNotFound, type Props } from './use-correction.ts';
import { Correction } from './correction-dialog.tsx';

/** A recorded entry with the reason for its price, and its correction unless an export locks it. */
export function RecordedEntryDialog({ entry, ...rest }: Props) {
  return <EntryDialogById {...rest} id={entry._id} title={titleOf(entry)} />;
}

type ByIdProps = Omit<Props, 'entry'> & {
  id: string;
  /** Until the entry is there. */
  title: string;
};

export function EntryDialogById({ id, title, onClose, ...rest }: ByIdProps) {
  const priced = useReadOnce(pricedEntryQuery(id));
  const shown = priced.data ? titleOf(priced.data) : title;
  if (priced.data && !priced.data.isLocked) {
    return <Correction {...rest} title={shown} entry={priced.data} onClose={onClose} />;
  }
  return (
    <Dialog title={shown} isOpen onClose={onClose}>
      {priced.error !== null && (
        <EntryNotLoaded error={priced.error} onRetry={() => void priced.refetch()} />
      )}
      {priced.data !== undefined && (
        <>
          <PriceExplanation price={priced.data.price} />
          <VatFacts vat={priced.data.vat} />
          <p>Locked by an export. {howToUnlock()}</p>
        </>
      )}
      {!priced.data && priced.error === null && <p aria-busy="true">Loading…</p>}
    </Dialog>
  );
}

export function titleOf({
  disbursementType,
  matter,
}: Pick<Entry, 'disbursementType' | 'matter'>): string {
  return `${disbursementType.name} on ${matter.number}`;
}

/** Only a firm admin has the pages of exports. */
function howToUnlock(): string {
  return session.hasRole(role.attorneyAdmin)
    ? 'Reopen the export to make changes.'
    : 'To make changes, ask a firm admin to reopen it.';
}

/** An entry that was deleted elsewhere does not come by a second try. */
function EntryNotLoaded({ error, onRetry }: { error: Error; onRetry: () => void }) {
  if (isNotFound(error)) return <EmptyState title="This entry was deleted elsewhere." />;
  return (
    <ErrorState title="The entry could not be loaded." message={error.message} onRetry={onRetry} />
  );
}
