/** React marks invalid fields after the handler, on slow devices some frames later. */
const maxFrames = 60;

/** Sends the user to the first field of a form that is marked as wrong. */
export function focusFirstError(form: Element | null, framesLeft = maxFrames): void {
  requestAnimationFrame(() => {
    const field = form?.querySelector<HTMLElement>('[aria-invalid]');
    if (field) field.focus();
    else if (framesLeft > 0) focusFirstError(form, framesLeft - 1);
  });
}
