import { Modal } from '@mantine/core';
import { CloseDialog } from './close-dialog.ts';
import { type Question, useModalRoot } from './use-modal-root.ts';
import styles from './dialog.module.css';
import { RestoreFocus } from './restore-focus.tsx';
import { Themed } from './themed.tsx';

/** The head is no `<header>`: that would be a second banner. */
export function ModalDialog({
  title,
  isOpen,
  onClose,
  children,
  actions,
  size = 'small',
  staysOpen = false,
}: Question) {
  const { id, ...root } = useModalRoot({ isOpen, onClose, staysOpen });
  return (
    <Themed>
      <Modal.Root {...root} centered size={size === 'small' ? '28rem' : '52rem'}>
        <Modal.Overlay className={styles.overlay} onMouseDown={(event) => event.preventDefault()} />
        <Modal.Content className={styles.content}>
          <RestoreFocus id={id} />
          <div className={styles.head}>
            <Modal.Title className={styles.title}>{title}</Modal.Title>
            {onClose !== undefined && <Modal.CloseButton aria-label="Close" />}
          </div>
          <CloseDialog value={root.onClose}>
            <Modal.Body className={styles.body}>
              {children}
              {actions !== undefined && <div className={styles.actions}>{actions}</div>}
            </Modal.Body>
          </CloseDialog>
        </Modal.Content>
      </Modal.Root>
    </Themed>
  );
}
