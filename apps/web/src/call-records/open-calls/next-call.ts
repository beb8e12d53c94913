import { ignoreSecondEnter } from '../../ui/dialog/second-press.ts';

/** Marks the first button of a call's row; the focus comes to it from a row that went. */
export const firstButtonProps = (id: string) => ({ 'data-call': id });

/** The first button of the row after that of the call, else of the one before. */
export function nextCall(id: string): HTMLElement | undefined {
  const row = document.querySelector(`[data-call="${id}"]`)?.closest('li, tr');
  const rows = [row?.nextElementSibling, row?.previousElementSibling];
  const buttons = rows.map((each) => each?.querySelector<HTMLElement>('[data-call]'));
  return buttons.find((button) => button instanceof HTMLElement) ?? undefined;
}

/** A second Enter does nothing on it. */
export function focusCall(button: HTMLElement | undefined): void {
  if (button === undefined) return;
  button.focus({ preventScroll: true });
  ignoreSecondEnter(button);
}
