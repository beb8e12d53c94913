import { formatRand, toCents } from '@recoup/contract/core/money';
import { useState } from 'react';
import { VatFacts } from '../../vat/vat-facts.tsx';
import { PriceExplanation } from '../price/price-explanation.tsx';
import { EntryHistory } from '../reversals/entry-history.tsx';
import { EntryLinks } from '../reversals/entry-links.tsx';
import { useReason } from './correction-reason.tsx';
import { DeleteButton } from './delete-entry-button.tsx';
import { EntryDialog } from './entry-dialog.tsx';
import { entryDraftFrom } from './entry-draft.ts';
import { typesOfRecorded } from '../price/day-fees.ts';
import {
  type CorrectionProps,
  type CorrectionDialogProps,
  useDeletion,
  useSaving,
} from './use-correction.ts';

/** Reload starts again from the other user's version. */
export function Correction({ entry, ...rest }: CorrectionProps) {
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
      saving={save}
      conflict={conflict}
      gone={gone}
      isChanged={reason.isTyped}
      onSave={submit}
      onClose={rest.onClose}
      extra={
        <>
          {reason.field}
          <Why entry={entry} price={price} />
        </>
      }
      actions={
        <DeleteButton mayDelete={() => !save.isPending && reason.isThere()} onDelete={remove} />
      }
    />
  );
}

function Why({ entry, price }: Pick<CorrectionDialogProps, 'entry'> & { price: string }) {
  return (
    <>
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
