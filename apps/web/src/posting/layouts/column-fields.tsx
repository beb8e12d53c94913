import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { SelectField, TextField } from '../../ui/form/fields.tsx';
import { vatSettingsQuery } from '../../vat/vat.queries.ts';
import { isAmountField, isDateField } from './field-names.ts';
import * as options from './layout-options.ts';
import { constant, type LayoutValues } from './layout-values.ts';

type Props = {
  form: UseFormReturnType<LayoutValues>;
  index: number;
  /** A new column takes the focus. */
  isAdded: boolean;
};

/** The fields for the content and the format of one column. */
export function ColumnFields({ form, index, isAdded }: Props) {
  const isVatVendor = useQuery(vatSettingsQuery).data?.isVatVendor ?? false;
  const column = form.values.columns[index];
  if (column === undefined) return null;
  const { content, width } = column;
  const of = (field: string) => form.getInputProps(`columns.${index}.${field}`);
  return (
    <>
      <TextField
        ref={isAdded ? takeFocus : undefined}
        label="Title"
        autoComplete="off"
        {...of('title')}
      />
      <SelectField
        label="Content"
        options={options.contentOptions(content, { isVatVendor })}
        {...of('content')}
      />
      {content === constant && <TextField label="Text" autoComplete="off" {...of('constant')} />}
      <FormatFields content={content} of={of} />
      <WidthFields width={width} of={of} />
    </>
  );
}

type FieldGetter = { of: (field: string) => object };

/** How dates and amounts are written. */
function FormatFields({ content, of }: FieldGetter & { content: string }) {
  return (
    <>
      {isDateField(content) && (
        <TextField
          label="Date pattern"
          description="Of yyyy, yy, mmm, mm and dd."
          autoComplete="off"
          {...of('date')}
        />
      )}
      {isAmountField(content) && (
        <>
          <SelectField label="Negative amounts" options={options.signOptions} {...of('sign')} />
          <SelectField
            label="Decimal mark"
            options={options.decimalMarkOptions}
            {...of('decimalMark')}
          />
        </>
      )}
    </>
  );
}

function WidthFields({ width, of }: FieldGetter & { width: string }) {
  return (
    <>
      <TextField
        label="Width"
        description="Characters; empty for any."
        inputMode="numeric"
        autoComplete="off"
        {...of('width')}
      />
      {width !== '' && (
        <>
          <SelectField label="Too long a text" options={options.fitOptions} {...of('fit')} />
          <SelectField label="Alignment" options={options.alignOptions} {...of('align')} />
          <SelectField label="Fill with" options={options.padOptions} {...of('pad')} />
        </>
      )}
    </>
  );
}

function takeFocus(input: HTMLInputElement | null): void {
  input?.focus();
}
