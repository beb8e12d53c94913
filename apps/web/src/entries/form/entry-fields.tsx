import { entryDays, yearAfter } from '@recoup/contract/entries/entry-days';
import { useState } from 'react';
import { Field } from '../../ui/form/field.tsx';
import fieldStyles from '../../ui/form/field.module.css';
import { DayField } from '../../ui/form/day-field.tsx';
import { TextField } from '../../ui/form/fields.tsx';
import styles from './entry-dialog.module.css';
import { type Draft, type FieldErrors } from './entry-draft.ts';
import type { ReplacementDays } from './entry-dialog-props.ts';
import type { PriceField } from './pricing.ts';
import { today } from '../../platform/browser/local-day.ts';

type FieldsProps = {
  draft: Draft;
  priceField: PriceField;
  errors: FieldErrors;
  replacing?: ReplacementDays | undefined;
  fixedDay?: string | undefined;
  onChange: (more: Partial<Draft>) => void;
};

/** Minutes for a type with call fees, otherwise quantity and perhaps amount; and the date. */
export function PriceFields({
  draft,
  priceField,
  errors,
  replacing,
  fixedDay,
  onChange,
}: FieldsProps) {
  const text = (name: 'minutes' | 'quantity' | 'amount' | 'date' | 'happenedOn') => ({
    value: draft[name] ?? '',
    error: errors[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ [name]: event.currentTarget.value }),
  });
  const typing = { autoComplete: 'off', inputMode: 'numeric' } as const;
  return (
    <div className={styles.row}>
      {priceField === 'minutes' ? (
        <TextField label="Minutes" {...typing} isRequired {...text('minutes')} />
      ) : (
        <>
          <TextField label="Quantity" {...typing} placeholder="1" {...text('quantity')} />
          {priceField === 'amount' && (
            <TextField
              label="Unit price (R)"
              {...typing}
              inputMode="decimal"
              isRequired
              {...text('amount')}
            />
          )}
        </>
      )}
      <DayField
        label="Date"
        min={replacing?.first ?? entryDays.first}
        max={replacing?.last ?? yearAfter(today())}
        isRequired
        description={fixedDay}
        disabled={fixedDay !== undefined}
        {...text('date')}
      />
      {replacing && (
        <TextField
          label="Happened on"
          type="date"
          description="Its prices count."
          min={entryDays.first}
          max={draft.date}
          isRequired
          {...text('happenedOn')}
        />
      )}
    </div>
  );
}

/** The narration, and the number of a voucher. */
export function EntryTexts({ draft, errors, onChange }: Omit<FieldsProps, 'priceField'>) {
  return (
    <>
      <Narration
        value={draft.narration}
        error={errors.narration}
        onChange={(narration) => onChange({ narration })}
      />
      <Voucher
        value={draft.voucher ?? ''}
        error={errors.voucher}
        onChange={(voucher) => onChange({ voucher })}
      />
    </>
  );
}

type TextProps = {
  value: string;
  error: string | undefined;
  onChange: (text: string) => void;
};

function Narration({ value, error, onChange }: TextProps) {
  return (
    <Field label="Narration" {...(error !== undefined && { error })}>
      {(wiring) => (
        <textarea
          {...wiring}
          rows={2}
          className={fieldStyles.control}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

/** Folded away until one is set: few entries have one. */
function Voucher({ value, error, onChange }: TextProps) {
  const [isGiven] = useState(value !== '');
  return (
    <details open={isGiven || error !== undefined}>
      <summary>Voucher</summary>
      <TextField
        label="Voucher number"
        description="The number of the invoice or receipt."
        autoComplete="off"
        value={value}
        error={error}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </details>
  );
}
