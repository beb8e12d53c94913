import { Modal } from '@mantine/core';
import { type Frame, useModalRoot } from './use-modal-root.ts';
import styles from './dialog.module.css';
import { RestoreFocus } from './restore-focus.tsx';
import { Themed } from './themed.tsx';

/** A dialog without its own header; `label` is its accessible name. */
export function BareDialog({ label, isOpen, onClose, children }: Frame & { label: string }) {
  const { id, ...root } = useModalRoot({ isOpen, onClose });
  return (
    <Themed>
      <Modal.Root {...root} yOffset="min(6rem, 8dvh)" size="40rem" padding={0}>
        <Modal.Overlay className={styles.overlay} onMouseDown={(event) => event.preventDefault()} />
        <Modal.Content className={styles.content} aria-label={label}>
          <RestoreFocus id={id} />
          {children}
        </Modal.Content>
      </Modal.Root>
    </Themed>
  );
}
