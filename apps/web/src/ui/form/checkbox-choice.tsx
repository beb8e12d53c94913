import { useId } from 'react';
import shared from '../layout/shared.module.css';
import { CheckboxField } from './choice-fields.tsx';
import styles from './field.module.css';

type Props<Value extends string> = {
  legend: string;
  options: readonly { value: Value; label: string; about?: string }[];
  chosen: readonly Value[];
  error: string | undefined;
  onChange: (chosen: readonly Value[]) => void;
};

/** Some of several, each with what it means. */
export function CheckboxChoice<Value extends string>({
  legend,
  options,
  chosen,
  error,
  onChange,
}: Props<Value>) {
  const id = useId();
  return (
    <fieldset className={styles.choices} aria-describedby={error === undefined ? undefined : id}>
      <legend className={styles.label}>{legend}</legend>
      <div className={shared.stack}>
        {options.map(({ value, label, about }) => (
          <CheckboxField
            key={value}
            label={label}
            {...(about !== undefined && { description: about })}
            checked={chosen.includes(value)}
            onChange={({ currentTarget }) =>
              onChange(
                currentTarget.checked
                  ? [...chosen, value]
                  : chosen.filter((other) => other !== value),
              )
            }
          />
        ))}
      </div>
      {error !== undefined && (
        <p id={id} className={styles.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
