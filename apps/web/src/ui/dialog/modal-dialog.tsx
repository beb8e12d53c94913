import { type ReactNode, useContext, useId } from 'react';
import { IconButton } from '../controls/icon-button.tsx';
import { CloseIcon } from '../controls/icons.tsx';
import { CloseDialog } from './close-dialog.ts';
import { DialogFrame, type Frame } from './dialog-frame.tsx';
import styles from './dialog.module.css';

export type Question = Frame & {
  title: string;
  /** The buttons, the safe one first. */
  actions?: ReactNode;
  size?: 'small' | 'large';
  /** A click outside leaves it open. */
  staysOpen?: boolean;
};

/** The head is no `<header>`: that would be a second banner. */
export function ModalDialog({ title, children, actions, size = 'small', ...frame }: Question) {
  const id = useId();
  return (
    <DialogFrame
      {...frame}
      className={styles[size]}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-body`}
    >
      <div className={styles.head}>
        <h2 id={`${id}-title`} className={styles.title}>
          {title}
        </h2>
        {frame.onClose !== undefined && <CloseButton />}
      </div>
      <div id={`${id}-body`} className={styles.body}>
        {children}
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </div>
    </DialogFrame>
  );
}

function CloseButton() {
  return (
    <IconButton label="Close" onClick={useContext(CloseDialog)}>
      <CloseIcon />
    </IconButton>
  );
}
