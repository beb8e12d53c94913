import { type ComponentProps, type KeyboardEvent, useState } from 'react';
import { Field, type FieldProps } from './field.tsx';
import fieldStyles from './field.module.css';
import { EyeIcon } from '../controls/icons.tsx';
import styles from './password-field.module.css';

/** A secret with an eye that shows it while it is held. */
export function PasswordField({
  label,
  description,
  error,
  isRequired,
  ...rest
}: ComponentProps<'input'> & FieldProps) {
  const [isShown, setShown] = useState(false);
  return (
    <Field label={label} description={description} error={error} isRequired={isRequired}>
      {(wiring) => (
        <div className={styles.row}>
          <input
            required={isRequired}
            autoCapitalize="none"
            spellCheck={false}
            {...rest}
            {...wiring}
            type={isShown ? 'text' : 'password'}
            className={fieldStyles.control}
          />
          <Eye label={label} isShown={isShown} onShow={setShown} />
        </div>
      )}
    </Field>
  );
}

/** By pointer, Space or Enter; letting go, leaving or losing the focus hides it again. */
function Eye({
  label,
  isShown,
  onShow,
}: {
  label: string;
  isShown: boolean;
  onShow: (isShown: boolean) => void;
}) {
  const hide = () => onShow(false);
  const press = (event: KeyboardEvent) => {
    if (event.key !== ' ' && event.key !== 'Enter') return;
    event.preventDefault();
    onShow(true);
  };
  return (
    <button
      type="button"
      className={styles.eye}
      aria-label={`Show ${label} while held`}
      aria-pressed={isShown}
      onPointerDown={() => onShow(true)}
      onPointerUp={hide}
      onPointerLeave={hide}
      onPointerCancel={hide}
      onKeyDown={press}
      onKeyUp={hide}
      onBlur={hide}
      // A long press on a phone would open a menu.
      onContextMenu={(event) => event.preventDefault()}
    >
      <EyeIcon />
    </button>
  );
}
