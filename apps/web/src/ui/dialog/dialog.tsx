import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { Modal } from '@mantine/core';
import { type ComponentProps, type ReactNode, useId, useRef, useState } from 'react';
import { CloseDialog } from './close-dialog.ts';
import { DialogButtons } from './dialog-buttons.tsx';
import styles from './dialog.module.css';
import { RestoreFocus, isOnTop } from './restore-focus.tsx';
import { useSettled } from './use-settled.ts';
import { useUnsaved } from '../form/use-unsaved.ts';

type Frame = {
  isOpen: boolean;
  /** Without it the dialog stays until one of its buttons is chosen. */
  onClose?: (() => void) | undefined;
  children: ReactNode;
};
type Question = Frame & {
  title: string;
  /** The buttons, the safe one first. */
  actions?: ReactNode;
  size?: 'small' | 'large';
  /** A click outside leaves it open. */
  isKept?: boolean;
};
type Props = Question & {
  /** Something in it would be lost: Escape, a click outside, Close, Cancel and all that leaves the page ask first. */
  isChanged?: boolean;
  /** What would be lost. */
  loss?: string;
};

/** A modal dialog; focus goes in, stays, and comes back. What was changed in it is discarded only when the user agrees. */
export function Dialog({
  isChanged = false,
  loss = 'What you typed here is not saved.',
  onClose,
  children,
  ...frame
}: Props) {
  const [isAsking, setAsking] = useState(false);
  const isDiscarded = useRef(false);
  useUnsaved(() => frame.isOpen && isChanged && !isDiscarded.current);
  const stay = () => setAsking(false);
  const discard = () => {
    isDiscarded.current = true;
    onClose?.();
  };
  const close = () => (isChanged ? setAsking(true) : onClose?.());
  const discardAction = { label: 'Discard', isDanger: true, onClick: discard };
  return (
    <ModalDialog {...frame} onClose={onClose && close}>
      {children}
      <ModalDialog
        title="Close and discard?"
        isOpen={isAsking && isChanged}
        onClose={stay}
        actions={<DialogButtons onBack={stay} backLabel="Stay" action={discardAction} />}
      >
        {loss}
      </ModalDialog>
    </ModalDialog>
  );
}

/** The head is no `<header>`: that would be a second banner. */
function ModalDialog({
  title,
  isOpen,
  onClose,
  children,
  actions,
  size = 'small',
  isKept = false,
}: Question) {
  const { id, ...root } = useRoot({ isOpen, onClose, isKept });
  return (
    <Modal.Root {...root} centered size={size === 'small' ? '28rem' : '52rem'}>
      <Modal.Overlay className={styles.overlay} />
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
  );
}

/** A modal dialog at the top of the window that draws its own head; `label` is its name for who hears it. */
export function BareDialog({ label, isOpen, onClose, children }: Frame & { label: string }) {
  const { id, ...root } = useRoot({ isOpen, onClose });
  return (
    <Modal.Root {...root} yOffset="min(6rem, 8dvh)" size="40rem" padding={0}>
      <Modal.Overlay className={styles.overlay} />
      <Modal.Content className={styles.content} aria-label={label}>
        <RestoreFocus id={id} />
        {children}
      </Modal.Content>
    </Modal.Root>
  );
}

/** Of several dialogs Escape reaches the upper one alone. */
function useRoot({
  isOpen,
  onClose,
  isKept = false,
}: Pick<Question, 'isOpen' | 'onClose' | 'isKept'>) {
  const id = useId();
  // The second click of a double click on what opened it falls on the overlay.
  const isSettled = useSettled(isOpen);
  const close = () => {
    if (isOnTop(id)) onClose?.();
  };
  return {
    id,
    opened: isOpen,
    onClose: close,
    closeOnClickOutside: isSettled && !isKept,
    returnFocus: false,
  } satisfies ComponentProps<typeof Modal.Root>;
}
