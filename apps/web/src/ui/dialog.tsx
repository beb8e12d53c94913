import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { Modal } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import styles from './dialog.module.css';

type Frame = { readonly isOpen: boolean; readonly onClose: () => void; readonly children: ReactNode };
type Props = Omit<Frame, 'onClose'> & {
  /** Without it the dialog stays until one of its buttons is chosen. */
  readonly onClose?: (() => void) | undefined;
  readonly title: string;
  /** The buttons, the safe one first. */
  readonly actions?: ReactNode;
  readonly size?: 'small' | 'large';
  /** A click outside leaves it open, also the second one of the double click that opened it. */
  readonly isKept?: boolean;
};

/** A modal dialog; focus goes in, stays, and comes back. The head is no `<header>`: that would be a second banner. */
export function Dialog({ title, isOpen, onClose, children, actions, size = 'small', isKept = false }: Props) {
  return (
    <Modal.Root
      opened={isOpen}
      onClose={() => onClose?.()}
      closeOnClickOutside={!isKept}
      centered
      size={size === 'small' ? '28rem' : '52rem'}
      returnFocus={false}
    >
      <Modal.Overlay className={styles['overlay']} />
      <Modal.Content className={styles['content']}>
        <FocusBack />
        <div className={styles['head']}>
          <Modal.Title className={styles['title']}>{title}</Modal.Title>
          {onClose !== undefined && <Modal.CloseButton aria-label="Close" />}
        </div>
        <Modal.Body className={styles['body']}>
          {children}
          {actions !== undefined && <div className={styles['actions']}>{actions}</div>}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

/** A modal dialog at the top of the window that draws its own head; `label` is its name for who hears it. */
export function BareDialog({ label, isOpen, onClose, children }: Frame & { readonly label: string }) {
  return (
    <Modal.Root opened={isOpen} onClose={onClose} yOffset="min(6rem, 8dvh)" size="40rem" padding={0} returnFocus={false}>
      <Modal.Overlay className={styles['overlay']} />
      <Modal.Content className={styles['content']} aria-label={label}>
        <FocusBack />
        {children}
      </Modal.Content>
    </Modal.Root>
  );
}

/**
 * Gives the focus back to what had it before, also when the dialog is taken away as a whole, where Mantine does not; to the page's heading
 * when that is gone. The focus is outside React.
 */
function FocusBack() {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      requestAnimationFrame(() => {
        if (document.activeElement !== null && document.activeElement !== document.body) return;
        if (before instanceof HTMLElement) before.focus({ preventScroll: true });
        if (document.activeElement === document.body) document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
      });
    },
    [before],
  );
  return null;
}
