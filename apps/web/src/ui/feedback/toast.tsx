import { useSyncExternalStore } from 'react';
import { cx } from '../lib/class-names.ts';
import { AlertIcon, CheckIcon, CloseIcon } from '../controls/icons.tsx';
import styles from './toast.module.css';

type Kind = 'good' | 'bad';
/** What one can do about it for a while, as on a page that shows it for longer. */
type Action = { label: string; onClick: () => void };
type Toast = { id: number; text: string; kind: Kind; action: Action | undefined };

const lifetime = 7_000;
/** Time to decide, and to come there by keyboard. */
const lifetimeWithAction = 20_000;
let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

/** Shows a message; it lives outside the pages and survives navigation. */
export function toast(text: string, kind: Kind = 'good', action?: Action): void {
  lastId += 1;
  const id = lastId;
  // The same twice is said once.
  setToasts([...toasts.filter((shown) => shown.text !== text), { id, text, kind, action }]);
  setTimeout(() => dismiss(id), action ? lifetimeWithAction : lifetime);
}

/** Takes a message away that is no longer true. */
export function withdrawToast(text: string): void {
  setToasts(toasts.filter((shown) => shown.text !== text));
}

/** Always mounted: only changes in an existing status region are announced. */
export function ToastRegion() {
  const shown = useSyncExternalStore(subscribe, () => toasts);
  return (
    <section className={styles.region} data-unprinted aria-label="Notifications">
      <output>
        {shown.map(({ id, text, kind, action }) => (
          <div key={id} className={cx(styles.toast, styles[kind])}>
            {kind === 'good' ? <CheckIcon /> : <AlertIcon />}
            <span>{text}</span>
            {action && (
              <button
                type="button"
                className={styles.action}
                onClick={() => {
                  dismiss(id);
                  action.onClick();
                }}
              >
                {action.label}
              </button>
            )}
            <button type="button" aria-label="Dismiss" onClick={() => dismiss(id)}>
              <CloseIcon />
            </button>
          </div>
        ))}
      </output>
    </section>
  );
}

function dismiss(id: number): void {
  setToasts(toasts.filter((each) => each.id !== id));
}

function setToasts(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
