import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import type { Modal } from '@mantine/core';
import { useId, type ComponentProps, type ReactNode } from 'react';
import { isOnTop } from './restore-focus.tsx';
import { useSettled } from './use-settled.ts';

/** Props of a modal root; Escape closes only the topmost dialog. */
export function useModalRoot({
  isOpen,
  onClose,
  staysOpen = false,
}: Pick<Question, 'isOpen' | 'onClose' | 'staysOpen'>) {
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
    closeOnClickOutside: isSettled && !staysOpen,
    returnFocus: false,
  } satisfies ComponentProps<typeof Modal.Root>;
}
export type Frame = {
  isOpen: boolean;
  /** Without it the dialog stays until one of its buttons is chosen. */
  onClose?: (() => void) | undefined;
  children: ReactNode;
};

export type Question = Frame & {
  title: string;
  /** The buttons, the safe one first. */
  actions?: ReactNode;
  size?: 'small' | 'large';
  /** A click outside leaves it open. */
  staysOpen?: boolean;
};
