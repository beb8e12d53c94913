import type { PricedEntry } from '@recoup/contract/entries/endpoints';
import { formatRand, toCents } from '@recoup/contract/core/money';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { VatFacts } from '../../vat/vat-facts.tsx';
import { useReason } from '../form/correction-reason.tsx';
import { DeleteButton } from '../form/delete-entry-button.tsx';
import { useSaving } from '../form/use-correction.ts';
import { PriceExplanation } from '../price/price-explanation.tsx';
import { EntryFactList } from './entry-fact-list.tsx';
import { EntryLinks } from './entry-links.tsx';
import styles from './reversals.module.css';

type Props = {
  entry: PricedEntry;
  title: string;
  asksReason?: boolean;
  onShow: (id: string) => void;
  onClose: () => void;
};

/** A reversal that no export holds yet: it can be deleted, not corrected. */
export function OpenReversal({ entry, title, asksReason = false, onShow, onClose }: Props) {
  const reason = useReason(asksReason, 'Saved with the deletion.');
  const { remove, gone } = useSaving({ opened: entry, reason, onClose, onTake: () => {} });
  const price = formatRand(toCents(entry.amount));
  return (
    <Dialog title={title} isOpen isChanged={reason.isTyped && !remove.isSuccess} onClose={onClose}>
      <EntryFactList entry={entry} />
      <PriceExplanation price={entry.price} />
      <VatFacts vat={entry.vat} />
      <EntryLinks links={entry.links} onShow={onShow} />
      {gone !== undefined && <Alert kind="error">{gone}</Alert>}
      <form
        noValidate
        className={styles.reverse}
        onSubmit={(event) => {
          event.preventDefault();
          reason.isThere();
        }}
      >
        {reason.field}
        <div>
          <DeleteButton what={`${title}, ${price}`} remove={remove} mayAsk={reason.isThere} />
        </div>
      </form>
    </Dialog>
  );
}
