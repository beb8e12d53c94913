import { watchUnsaved } from '../form/unsaved.ts';
import { showToast } from './toast.tsx';

/** How long the user can undo what was announced as done. */
const undoMs = 10_000;

type UndoableAction = {
  /** Text of the toast: 'Call on NP0001, R 33.00 deleted.' */
  text: string;
  undo: () => void;
  /** Does it for good. False: it was not done, and the user was told so. */
  finish?: () => Promise<boolean>;
  /** Without a network the browser asks before the page is closed. */
  needsNetwork?: boolean;
};
type Open = { undo: () => void; finish: () => Promise<boolean> };

/** Actions that the user can still undo, and actions that are running; in order. */
const open = new Set<Open>();
const running = new Set<Promise<boolean>>();

/**
 * Announces an action, and does it after ten seconds unless the user undoes it. Dismissing the
 * notice and leaving the page do it at once. Returns a function that does it at once too.
 */
export function undoable({
  text,
  undo,
  finish = done,
  needsNetwork = false,
}: UndoableAction): () => void {
  const action: Open = {
    undo: () => {
      close();
      undo();
    },
    finish: async () => {
      if (!open.has(action)) return true;
      close();
      const work = finish();
      running.add(work);
      return work.finally(() => running.delete(work));
    },
  };
  const withdraw = showToast(text, 'good', {
    action: { label: 'Undo', keys: 'Control+Z Meta+Z', onClick: action.undo },
    lifetime: undoMs,
    onEnd: () => void action.finish(),
  });
  const forget = watchUnsaved(
    (to) => needsNetwork && to === undefined && !navigator.onLine && open.has(action),
  );
  const close = () => {
    open.delete(action);
    withdraw();
    forget();
  };
  open.add(action);
  watchLeaving();
  return () => void action.finish();
}

/** Undoes the last one, if any can be undone. */
export function undoLast(): void {
  [...open].at(-1)?.undo();
}

/** Does now what could still be undone. False if something was not done. */
export async function finishUndoable(): Promise<boolean> {
  for (const action of open) void action.finish();
  // Also what a notice has just begun.
  return (await Promise.all(running)).every(Boolean);
}

/** A notice that stays: what was announced as done was not. */
export function tellNotDone(text: string): void {
  showToast(text, 'bad', { lifetime: Infinity });
}

/** A phone may end a page that was put aside, and tells it nothing more. */
function watchLeaving(): void {
  window.addEventListener('pagehide', leave);
  document.addEventListener('visibilitychange', hide);
}

function leave(): void {
  void finishUndoable();
}

function hide(): void {
  if (document.hidden && !matchMedia('(hover: hover)').matches) leave();
}

async function done(): Promise<boolean> {
  return true;
}
