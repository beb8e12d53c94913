import { cx } from '../lib/class-names.ts';
import { AlertIcon, CheckIcon, CloseIcon } from '../controls/icons.tsx';
import { createStore, useStore } from '../lib/store.ts';
import styles from './toast.module.css';

type Kind = 'good' | 'bad';
/** Button of a toast; a toast with a button stays longer. */
type Action = {
  label: string;
  onClick: () => void;
  /** The keys that do it too, as `aria-keyshortcuts` names them. */
  keys?: string;
};
type Options = {
  action?: Action | undefined;
  /** Milliseconds; `Infinity` until it is dismissed. */
  lifetime?: number;
  /** Its time was up, or the user dismissed it. */
  onEnd?: () => void;
};
type Toast = Options & { id: number; text: string; kind: Kind; left: number };

const lifetime = 7_000;
/** Time to decide, and to come there by keyboard. */
const lifetimeWithAction = 20_000;
const tickMs = 250;
const regionId = 'notifications';
const toasts = createStore<readonly Toast[]>([]);
let lastId = 0;
let ticking: ReturnType<typeof setInterval> | undefined;
let tickedAt = 0;

/** Shows a message; it lives outside the pages and survives navigation. */
export function toast(text: string, kind: Kind = 'good', action?: Action): void {
  // The same twice is said once.
  withdrawToast(text);
  showToast(text, kind, { action });
}

/** Shows one more message; returns what takes it away without its end. */
export function showToast(text: string, kind: Kind, options: Options): () => void {
  lastId += 1;
  const id = lastId;
  const usual = options.action ? lifetimeWithAction : lifetime;
  setToasts([...toasts.get(), { ...options, id, text, kind, left: options.lifetime ?? usual }]);
  return () => remove(id);
}

/** Takes a message away that is no longer true. */
export function withdrawToast(text: string): void {
  setToasts(toasts.get().filter((shown) => shown.text !== text));
}

/** Always mounted: only changes in an existing status region are announced. */
export function ToastRegion() {
  const shown = useStore(toasts);
  return (
    <section id={regionId} className={styles.region} data-unprinted aria-label="Notifications">
      <output>
        {shown.map((each) => (
          <Notice key={each.id} {...each} />
        ))}
      </output>
    </section>
  );
}

function Notice({ id, text, kind, action }: Toast) {
  return (
    <div className={cx(styles.toast, styles[kind])}>
      {kind === 'good' ? <CheckIcon /> : <AlertIcon />}
      <span>{text}</span>
      {action && (
        <button
          type="button"
          className={styles.action}
          aria-keyshortcuts={action.keys}
          onClick={() => {
            remove(id);
            action.onClick();
          }}
        >
          {action.label}
        </button>
      )}
      <button type="button" aria-label="Dismiss" onClick={() => end(id)}>
        <CloseIcon />
      </button>
    </div>
  );
}

/** Counts down by the clock: a hidden page ticks seldom. Time rests while the user is on them. */
function tick(): void {
  const passed = Date.now() - tickedAt;
  tickedAt = Date.now();
  if (isAttended()) return;
  for (const each of toasts.get()) {
    // In place: it is not drawn.
    each.left -= passed;
    if (each.left <= 0) end(each.id);
  }
}

/** The pointer or the focus is on a message. A finger leaves its pointer behind. */
function isAttended(): boolean {
  const region = document.getElementById(regionId);
  if (region === null || document.hidden) return false;
  const hasPointer = matchMedia('(hover: hover)').matches && region.matches(':hover');
  return hasPointer || region.matches(':focus-within');
}

function end(id: number): void {
  const ended = toasts.get().find((each) => each.id === id);
  remove(id);
  ended?.onEnd?.();
}

function remove(id: number): void {
  setToasts(toasts.get().filter((each) => each.id !== id));
}

function setToasts(next: readonly Toast[]): void {
  const isCounting = next.some(({ left }) => left < Infinity);
  if (isCounting && ticking === undefined) {
    tickedAt = Date.now();
    ticking = setInterval(tick, tickMs);
  } else if (!isCounting) {
    clearInterval(ticking);
    ticking = undefined;
  }
  toasts.set(next);
}
