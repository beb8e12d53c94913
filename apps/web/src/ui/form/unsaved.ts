import { createStore } from '../lib/store.ts';

/** Whether changes would be lost; `to` is the next page's path, if any. */
export type HasChanges = (to?: string) => boolean;

const forms = new Set<HasChanges>();
/** Whether a form was open in this tab: before that nothing can be unsaved. */
export const wasFormOpened = createStore(false);
let ask: ((leave: () => void) => void) | undefined;

/** Counts what a form holds as unsaved while `hasChanges` returns true; returns the end of it. */
export function watchUnsaved(hasChanges: HasChanges): () => void {
  forms.add(hasChanges);
  if (!wasFormOpened.get()) wasFormOpened.set(true);
  return () => forms.delete(hasChanges);
}

/** Whether leaving the page would lose something that was typed on it. */
export function hasUnsaved(to?: string): boolean {
  return [...forms].some((hasChanges) => hasChanges(to));
}

/** The user has agreed to lose it: the forms that are open now no longer count. */
export function giveUpUnsaved(): void {
  forms.clear();
}

/** Runs `leave` at once, or after the user agreed to lose changes. */
export function askBeforeLeaving(leave: () => void): void {
  if (hasUnsaved() && ask) ask(leave);
  else leave();
}

/** Registers the question before leaving; returns the cleanup. */
export function answerLeaving(show: (leave: () => void) => void): () => void {
  ask = show;
  return () => {
    ask = undefined;
  };
}
