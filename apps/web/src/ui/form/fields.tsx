import { type ComponentProps } from 'react';
import { cx } from '../lib/class-names.ts';
import { Field, type FieldProps } from './field.tsx';
import styles from './field.module.css';

/** One line of text. Takes what `form.getInputProps(name)` gives. */
export function TextField({
  label,
  description,
  error,
  isRequired,
  className,
  ...rest
}: ComponentProps<'input'> & FieldProps) {
  return (
    <Field label={label} description={description} error={error} isRequired={isRequired}>
      {(wiring) => (
        <input
          required={isRequired}
          {...rest}
          {...wiring}
          className={cx(styles.control, className)}
        />
      )}
    </Field>
  );
}

/** Text of several lines. */
export function TextAreaField({
  label,
  description,
  error,
  isRequired,
  className,
  ...rest
}: ComponentProps<'textarea'> & FieldProps) {
  return (
    <Field label={label} description={description} error={error} isRequired={isRequired}>
      {(wiring) => (
        <textarea
          rows={5}
          required={isRequired}
          {...rest}
          {...wiring}
          className={cx(styles.control, className)}
        />
      )}
    </Field>
  );
}

export type Option = { value: string; label: string; isDisabled?: boolean };

/** The system's own select: best on a phone, and light. */
export function SelectField({
  label,
  description,
  error,
  isRequired,
  options,
  className,
  ...rest
}: ComponentProps<'select'> & FieldProps & { options: readonly Option[] }) {
  return (
    <Field label={label} description={description} error={error} isRequired={isRequired}>
      {(wiring) => (
        <select
          required={isRequired}
          {...rest}
          {...wiring}
          className={cx(styles.control, className)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.isDisabled}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
