import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './dialog.module.css';

type Props = {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** The buttons, the safe one first. */
  readonly actions?: ReactNode;
  readonly size?: 'small' | 'large';
};

/** A modal dialog; focus goes in, stays, and comes back. The head is no `<header>`: that would be a second banner. */
export function Dialog({ title, isOpen, onClose, children, actions, size = 'small' }: Props) {
  return (
    <Modal.Root opened={isOpen} onClose={onClose} centered size={size === 'small' ? '28rem' : '52rem'}>
      <Modal.Overlay />
      <Modal.Content>
        <div className={styles['head']}>
          <Modal.Title className={styles['title']}>{title}</Modal.Title>
          <Modal.CloseButton aria-label="Close" />
        </div>
        <Modal.Body className={styles['body']}>
          {children}
          {actions !== undefined && <div className={styles['actions']}>{actions}</div>}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
