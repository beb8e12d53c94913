import type { CallImportPreview } from '@recoup/contract/call-records/import-endpoints';
import {
  type CallField,
  callFields,
  type CallMapping,
} from '@recoup/contract/call-records/mapping';
import importStyles from '../../matters/import/imports.module.css';
import { SelectField } from '../../ui/form/fields.tsx';
import { callFieldLabels, columnOptions } from './call-import-words.ts';

type Props = { preview: CallImportPreview; onCorrect: (mapping: CallMapping) => void };

const dateOrders = [
  { value: '', label: 'As the days above 12 show' },
  { value: 'DMY', label: 'Day first: 31/12/2026' },
  { value: 'MDY', label: 'Month first: 12/31/2026' },
] as const;

/** The column of each field; a change is checked again. */
export function CallMappingFields({ preview, onCorrect }: Props) {
  const { mapping } = preview;
  const correct = (field: CallField, header: string) => {
    const whole = Object.fromEntries(callFields.map((each) => [each, mapping[each] ?? '']));
    onCorrect({ ...mapping, ...whole, [field]: header });
  };
  return (
    <fieldset className={importStyles.mapping}>
      <legend>Match columns</legend>
      {callFields.map((field) => (
        <SelectField
          key={field}
          label={callFieldLabels[field]}
          value={mapping[field] ?? ''}
          options={columnOptions(preview, field)}
          onChange={({ currentTarget }) => correct(field, currentTarget.value)}
        />
      ))}
      <DateOrderField preview={preview} onCorrect={onCorrect} />
    </fieldset>
  );
}

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
