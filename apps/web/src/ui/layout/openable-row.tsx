import type { ReactNode } from 'react';
import { ChevronIcon } from '../controls/icons.tsx';
import formStyles from '../form/form-shell.module.css';
import styles from './openable-row.module.css';
import shared from './shared.module.css';

type Props = {
  /** Accessible name of the row, if its title is ambiguous. */
  label?: string;
  title: string;
  /** Summary beside the title. */
  about: string;
  isOpen: boolean;
  onToggle: () => void;
  /** One of its fields has the focus: it stays open when the error that opened it goes. */
  onEnter: () => void;
  /** Beside its title. */
  actions: ReactNode;
  /** Its fields, while it is open. */
  children: ReactNode;
};

/** A row of a list of `rows` (see the styles) that shows its fields when it is opened. */
export function OpenableRow({ label, title, about, isOpen, ...props }: Props) {
  const { onToggle, onEnter, actions, children } = props;
  return (
    <li className={shared.stack} aria-label={label}>
      <div className={styles.head}>
        <button type="button" className={styles.toggle} aria-expanded={isOpen} onClick={onToggle}>
          <ChevronIcon />
          <strong>{title}</strong> <span className={shared.muted}>{about}</span>
        </button>
        {actions}
      </div>
      {isOpen && (
        <div className={formStyles.fields} onFocus={onEnter}>
          {children}
        </div>
      )}
    </li>
  );
}
