import { type ComponentProps, type ReactNode, useId } from 'react';
import { cx } from '../lib/class-names.ts';
import styles from './field.module.css';
import type { Option } from './fields.tsx';

type CheckboxProps = ComponentProps<'input'> & {
  label: string;
  description?: string;
  error?: ReactNode;
};

/** Takes what `form.getInputProps(name, { type: 'checkbox' })` gives. */
export function CheckboxField({ label, description, error, ...rest }: CheckboxProps) {
  const id = useId();
  const isWrong = error !== undefined && error !== null && error !== false;
  const ids = [...(description === undefined ? [] : [id]), ...(isWrong ? [`${id}-error`] : [])];
  return (
    <div>
      <label className={styles.choice}>
        <input
          type="checkbox"
          aria-describedby={ids.length === 0 ? undefined : ids.join(' ')}
          aria-invalid={isWrong || undefined}
          {...rest}
        />
        {label}
      </label>
      {description !== undefined && (
        <p id={id} className={cx(styles.about, styles.below)}>
          {description}
        </p>
      )}
      {isWrong && (
        <p id={`${id}-error`} className={cx(styles.error, styles.below)}>
          {error}
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
