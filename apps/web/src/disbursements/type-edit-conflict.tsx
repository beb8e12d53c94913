import type { DisbursementType } from '@recoup/contract/disbursements/endpoints';
import { useQuery } from '@tanstack/react-query';
import { EditConflict } from '../platform/edit-conflict/edit-conflict.tsx';
import { listDifferences, type Line } from '../platform/edit-conflict/three-way.ts';
import { formatDate } from '../ui/lib/format.ts';
import { disbursementQuery } from './disbursements.queries.ts';
import { parseCents, type Values, formValuesFrom } from './type-values.ts';
import { treatmentNames } from '../vat/vat-words.ts';
import { comingPriceText, priceText } from './unit-price-text.ts';
import type { useSaveType } from './use-save-type.ts';

type ChangedProps = {
  id: string;
  yours: Values;
  choose: Pick<ReturnType<typeof useSaveType>, 'base' | 'reload' | 'overwrite' | 'isPerhapsOwn'>;
};

export function TypeEditConflict({ id, yours, choose }: ChangedProps) {
  const saved = useQuery({ ...disbursementQuery(id), refetchOnMount: 'always' });
  const compare = (theirs: DisbursementType) =>
    listDifferences({ base: choose.base, yours, theirs: formValuesFrom(theirs) }, (values) =>
      conflictLines(values, choose.base.unitPriceFrom),
    );
  return <EditConflict saved={saved} differences={compare} choose={choose} />;
}

/** A price of today has no day. */
function conflictLines(values: Values, today: string): Line[] {
  const { title, fixed, calculated, active, wantsNarration, isFree, vat } = values;
  const { unitPrice, unitPriceFrom: from, nextUnitPrice } = values;
  const word = (isSo: boolean) => (isSo ? 'Yes' : 'No');
  return [
    ['Name', title],
    ['Fixed', word(fixed)],
    ['Calculated', word(calculated)],
    ['Narration expected', word(wantsNarration)],
    ['Free of charge', word(isFree)],
    ['VAT', treatmentNames[vat]],
    ['In use', word(active)],
    [
      'Unit price',
      priceText(parseCents(unitPrice)) + (from === today ? '' : ` from ${formatDate(from)}`),
    ],
    ['Coming unit price', comingPriceText(nextUnitPrice)],
  ];
}
