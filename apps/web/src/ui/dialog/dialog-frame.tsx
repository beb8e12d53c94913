import {
  type ComponentProps,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { tabbable } from 'tabbable';
import { cx } from '../lib/class-names.ts';
import { CloseDialog } from './close-dialog.ts';
import styles from './dialog.module.css';
import { focusedNowOrLast, focusNear, isFocusFree, withAncestors } from './focus-keeper.ts';
import { ignoreSecondEnter } from './second-press.ts';
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
  const section = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const first = section.current?.querySelector<HTMLElement>('[data-autofocus]');
    const start = first ?? (section.current && tabbable(section.current)[0]) ?? section.current;
    start?.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isTab = event.key === 'Tab' && !event.defaultPrevented;
      if (isTab && section.current && isOnTop(id)) moveWithin(section.current, event);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [id]);
  return section;
}

/**
 * Tab goes to the next control, from the last one to the first. Not by the browser: Safari leaves
 * out buttons, and so the dialog, unless its settings say otherwise.
 */
function moveWithin(section: HTMLElement, event: KeyboardEvent): void {
  const { activeElement: active } = document;
  const order = event.shiftKey ? tabbable(section).toReversed() : tabbable(section);
  const ahead = event.shiftKey
    ? Node.DOCUMENT_POSITION_PRECEDING
    : Node.DOCUMENT_POSITION_FOLLOWING;
  const next = order.find(
    (control) =>
      active && active.compareDocumentPosition(control) & ahead && !areOneStop(active, control),
  );
  const isWithin = section.contains(active);
  // Day, month and year are stops of their own.
  if (isWithin && next && active?.matches('[type="date"], [type="time"]')) return;
  event.preventDefault();
  const target = (isWithin && next) || order[0] || section;
  target.focus();
  // As the browser does it.
  if (target instanceof HTMLInputElement) target.select();
}

/** Radios of which none is chosen yet are each in the order. */
function areOneStop(one: Element, other: Element): boolean {
  if (!(one instanceof HTMLInputElement && other instanceof HTMLInputElement)) return false;
  return one.type === 'radio' && other.type === 'radio' && one.name === other.name;
}

const dialog = '[role="dialog"]';

/** An element that opened a dialog, and the elements around it. */
type Opener = readonly Element[];

/** The opener of each open dialog, then those of the dialogs in which it stood. */
const openers = new WeakMap<Element, readonly Opener[]>();

/** Openers of the dialog just removed; its replacement uses the same. */
let removed: readonly Opener[] | undefined;

/** The ids of the open dialogs, the upper one last. */
const open: string[] = [];

function isOnTop(id: string): boolean {
  return open.at(-1) === id;
}

/**
 * Restores the focus to the opener, or to what is nearest, when the dialog is unmounted.
 */
function RestoreFocus({ id }: { id: string }) {
  const [before] = useState(openersNow);
  const mark = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const own = mark.current?.closest(dialog);
    if (own) openers.set(own, before);
    // At once: a busy page runs timers later than the next key.
    open.push(id);
    return () => {
      open.splice(open.lastIndexOf(id), 1);
      removed = before;
      requestAnimationFrame(() => {
        removed = undefined;
        if (!isFocusFree()) return;
        // A dialog that took the place of another one has its opener in that one, which is gone.
        const opener = before.find((each) => each.some(({ isConnected }) => isConnected)) ?? [];
        const back = opener.find(({ isConnected }) => isConnected);
        if (back === opener[0] && back instanceof HTMLElement) {
          back.focus({ preventScroll: true });
          ignoreSecondEnter(back);
        }
        if (isFocusFree()) focusNear(back);
      });
    };
  }, [id, before]);
  return <span ref={mark} hidden />;
}

function openersNow(): readonly Opener[] {
  if (removed && isFocusFree()) return removed;
  // A click outside of a dialog opens the question whether what was typed in it is discarded.
  const active = focusedNowOrLast();
  if (active === null) return [];
  const around = active.closest(dialog);
  const all = withAncestors(active);
  return around === null
    ? [all]
    : [all.slice(0, all.indexOf(around) + 1), ...(openers.get(around) ?? [])];
}
