import { type ComponentProps, useId } from 'react';
import { cx } from '../lib/class-names.ts';
import styles from './field.module.css';
import type { Option } from './fields.tsx';

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
