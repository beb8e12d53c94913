import type { CallMapping } from '@recoup/contract/call-records/mapping';
import { SelectField } from '../../ui/form/fields.tsx';

type Props = {
  preview: { mapping: CallMapping };
  onCorrect: (mapping: CallMapping) => void;
};

const dateOrders = [
  { value: '', label: 'As the days above 12 show' },
  { value: 'DMY', label: 'Day first: 31/12/2026' },
  { value: 'MDY', label: 'Month first: 12/31/2026' },
] as const;

/** For days as 05/10/2026. */
export function DateOrderField({ preview: { mapping }, onCorrect }: Props) {
  return (
    <SelectField
      label="Order of dates"
      value={mapping.dateOrder ?? ''}
      options={dateOrders}
      onChange={({ currentTarget: { value } }) => {
        const { dateOrder: _, ...columns } = mapping;
        const chosen = dateOrders.find((each) => each.value === value);
        onCorrect({ ...columns, ...(chosen?.value && { dateOrder: chosen.value }) });
      }}
    />
  );
}
