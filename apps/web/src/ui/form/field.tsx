import { type ReactNode, useId } from 'react';
import styles from './field.module.css';

export type FieldProps = {
  label: string;
  /** One sentence for who needs it, under the label. */
  description?: ReactNode;
  error?: ReactNode;
  /** How the value is understood, under the control. */
  below?: ReactNode;
  isRequired?: boolean | undefined;
};

type Wiring = {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
};

/** Label, explanation and error around one control, wired for assistive technology. */
export function Field({
  label,
  description,
  error,
  below,
  isRequired = false,
  children,
}: FieldProps & { children: (wiring: Wiring) => ReactNode }) {
  const id = useId();
  const texts = { about: description, below, error };
  const describedBy = Object.entries(texts)
    .filter(([, text]) => isShown(text))
    .map(([name]) => `${id}-${name}`)
    .join(' ');
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
        {isRequired && (
          <span className={styles.star} aria-hidden="true">
            {' *'}
          </span>
        )}
      </label>
      <Text id={`${id}-about`} className={styles.about} text={description} />
      {children({
        id,
        'aria-describedby': describedBy === '' ? undefined : describedBy,
        'aria-invalid': isShown(error) || undefined,
      })}
      <Text id={`${id}-below`} className={styles.about} text={below} />
      <Text id={`${id}-error`} className={styles.error} text={error} />
    </div>
  );
}

type TextProps = { id: string; className: string | undefined; text: ReactNode };

function Text({ id, className, text }: TextProps) {
  return (
    isShown(text) && (
      <p id={id} className={className}>
        {text}
      </p>
    )
  );
}

function isShown(text: ReactNode): boolean {
  return text !== undefined && text !== null && text !== false;
}
