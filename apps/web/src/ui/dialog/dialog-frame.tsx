import {
  type ComponentProps,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
} from 'react';
import { createPortal } from 'react-dom';
import { tabbable } from 'tabbable';
import { cx } from '../lib/class-names.ts';
import { CloseDialog } from './close-dialog.ts';
import styles from './dialog.module.css';
import { isOnTop, RestoreFocus } from './restore-focus.tsx';
import { useSettled } from './use-settled.ts';

export type Frame = {
  isOpen: boolean;
  /** Without it the dialog stays until one of its buttons is chosen. */
  onClose?: (() => void) | undefined;
  children: ReactNode;
};
type Props = Frame & {
  className: string | undefined;
  /** A click outside leaves it open. */
  staysOpen?: boolean;
} & Pick<ComponentProps<'section'>, 'aria-label' | 'aria-labelledby' | 'aria-describedby'>;

/**
 * The frame of every dialog: the page behind it is veiled, and neither the focus nor a press gets
 * there. No native `<dialog>`: all outside of it is inert, also the region whose messages a screen
 * reader announces.
 */
export function DialogFrame({ isOpen, ...props }: Props) {
  return isOpen && createPortal(<OpenFrame {...props} />, document.body);
}

function OpenFrame({
  onClose,
  staysOpen = false,
  className,
  children,
  ...names
}: Omit<Props, 'isOpen'>) {
  const id = useId();
  const trap = useFocusTrap(id);
  // The second click of a double click on what opened it falls on the veil.
  const isSettled = useSettled(id);
  const close = () => {
    if (isOnTop(id)) onClose?.();
  };
  useEscape(id, onClose);
  // A text that is selected up to beyond the dialog ends in a click on the veil as well.
  const hasBegunBeside = useRef(false);
  const isBeside = ({ target, currentTarget }: MouseEvent) => target === currentTarget;
  return (
    // The keyboard has Escape, and each dialog with a way out a button.
    <div
      role="presentation"
      className={styles.veil}
      onMouseDown={(event) => {
        hasBegunBeside.current = isBeside(event);
        // The focus stays where it is.
        if (hasBegunBeside.current) event.preventDefault();
      }}
      onClick={(event) => {
        if (isBeside(event) && hasBegunBeside.current && isSettled && !staysOpen) close();
      }}
    >
      <section
        ref={trap}
        role="dialog"
        aria-modal
        tabIndex={-1}
        className={cx(styles.content, className)}
        {...names}
      >
        <RestoreFocus id={id} />
        <CloseDialog value={close}>{children}</CloseDialog>
      </section>
    </div>
  );
}

/** Keys that have closed a dialog: the one below hears them too, and is on top by then. */
const used = new WeakSet<Event>();

/**
 * A list of choices that is open in a field closes first (`data-takes-escape`). Escape works as
 * soon as the dialog is seen: a layout effect comes before the browser draws it.
 */
function useEscape(id: string, onClose: Frame['onClose']): void {
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, isComposing, target } = event;
      const isTaken = target instanceof Element && target.matches('[data-takes-escape]');
      if (key !== 'Escape' || isComposing || isTaken || used.has(event) || !isOnTop(id)) return;
      used.add(event);
      onClose?.();
    };
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  });
}

/**
 * Focuses the first field of a dialog before the browser draws it, and keeps Tab in the upper
 * dialog. A timer would take back the Tab of a fast typist, whose text then stood in another field.
 */
function useFocusTrap(id: string): RefObject<HTMLElement | null> {
  const dialog = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const first = dialog.current?.querySelector<HTMLElement>('[data-autofocus]');
    const start = first ?? (dialog.current && tabbable(dialog.current)[0]) ?? dialog.current;
    start?.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isTab = event.key === 'Tab' && !event.defaultPrevented;
      if (isTab && dialog.current && isOnTop(id)) stayWithin(dialog.current, event);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [id]);
  return dialog;
}

/** The browser's own order holds up to the last control; from there Tab goes to the first one. */
function stayWithin(dialog: HTMLElement, event: KeyboardEvent): void {
  const { activeElement: active } = document;
  const order = event.shiftKey ? tabbable(dialog).toReversed() : tabbable(dialog);
  const ahead = event.shiftKey
    ? Node.DOCUMENT_POSITION_PRECEDING
    : Node.DOCUMENT_POSITION_FOLLOWING;
  const isAhead = (control: Element) => active && active.compareDocumentPosition(control) & ahead;
  if (dialog.contains(active) && order.some(isAhead)) return;
  event.preventDefault();
  (order[0] ?? dialog).focus();
}
