/** Sends the user to the first field of a form that is marked as wrong; React draws the marks after the handler that finds them. */
export function focusFirstFault(form: Element | null): void {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
}
