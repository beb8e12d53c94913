import type { PricedEntry } from '@recoup/contract/entries/endpoints';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { VatFacts } from '../../vat/vat-facts.tsx';
import { useReason } from '../form/correction-reason.tsx';
import { DeleteButton } from '../form/delete-entry-button.tsx';
import { useDeletion } from '../form/use-correction.ts';
import { PriceExplanation } from '../price/price-explanation.tsx';
import { EntryFactList } from './entry-fact-list.tsx';
import { EntryHistory } from './entry-history.tsx';
import { EntryLinks } from './entry-links.tsx';
import styles from './reversals.module.css';
import { Form } from '../../ui/form/form.tsx';

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
  const remove = useDeletion({ opened: entry, title, reason, onClose });
  return (
    <Dialog title={title} isOpen isChanged={reason.isTyped} onClose={onClose}>
      <EntryFactList entry={entry} />
      <PriceExplanation price={entry.price} />
      <VatFacts vat={entry.vat} />
      <EntryLinks links={entry.links} onShow={onShow} />
      <EntryHistory id={entry._id} />
      <Form
        isSaving={false}
        className={styles.reverse}
        onSubmit={(event) => {
          event.preventDefault();
          reason.isThere();
        }}
      >
        {reason.field}
        <div>
          <DeleteButton mayDelete={reason.isThere} onDelete={remove} />
        </div>
      </Form>
    </Dialog>
  );
}
