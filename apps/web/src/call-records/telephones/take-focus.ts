/** A new row begins with its first field. */
export function takeFocus(field: HTMLElement | null): void {
  field?.focus();
}
