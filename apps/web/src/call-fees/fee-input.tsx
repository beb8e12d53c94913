import { type ReactNode, useId, type ChangeEvent } from 'react';
import styles from './fee-rows.module.css';

type InputProps = {
  label: string;
  kind: 'minutes' | 'rand';
  value: string;
  error: string | undefined;
  onType: (text: string) => void;
};

export function FeeInput({ label, kind, value, error, onType }: InputProps): ReactNode {
  const id = useId();
  return (
    <span className={styles.cell} data-label={kind === 'rand' ? 'Cost' : 'To'}>
      <span className={styles.box}>
        {kind === 'rand' && <span aria-hidden="true">R</span>}
        <input
          aria-label={label}
          inputMode={kind === 'rand' ? 'decimal' : 'numeric'}
          autoComplete="off"
          value={value}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={error === undefined ? undefined : id}
          onChange={({ currentTarget }: ChangeEvent<HTMLInputElement>) =>
            onType(currentTarget.value)
          }
        />
        {kind === 'minutes' && <span aria-hidden="true">min</span>}
      </span>
      {error !== undefined && (
        <span id={id} className={styles.error}>
          {error}
        </span>
      )}
    </span>
  );
}
