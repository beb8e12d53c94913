import { type ComponentProps, useId } from 'react';
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

type Option = { value: string; label: string; isDisabled?: boolean };

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

/** Takes what `form.getInputProps(name, { type: 'checkbox' })` gives. */
export function CheckboxField({
  label,
  description,
  error: _,
  ...rest
}: ComponentProps<'input'> & { label: string; description?: string; error?: unknown }) {
  const id = useId();
  return (
    <div>
      <label className={styles.choice}>
        <input
          type="checkbox"
          aria-describedby={description === undefined ? undefined : id}
          {...rest}
        />
        {label}
      </label>
      {description !== undefined && (
        <p id={id} className={cx(styles.about, styles.below)}>
          {description}
        </p>
      )}
    </div>
  );
}

type RadioProps = {
  label: string;
  options: readonly Option[];
  value: string;
  onChange: (value: string) => void;
};

export function RadioGroup({ label, options, value, onChange }: RadioProps) {
  const name = useId();
  return (
    <fieldset className={styles.choices}>
      <legend className={styles.label}>{label}</legend>
      <div>
        {options.map((option) => (
          <label key={option.value} className={styles.choice}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              disabled={option.isDisabled}
              onChange={() => onChange(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
