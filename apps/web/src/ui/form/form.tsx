import type { ComponentProps, SyntheticEvent } from 'react';

type Props = ComponentProps<'form'> & { isSaving: boolean };

/**
 * The element of every form. While it is saved, its fields stay as they were sent: what is typed
 * meanwhile would be neither in the request nor on the page once the answer is there.
 */
export function Form({ isSaving, ...props }: Props) {
  return <form noValidate {...props} {...(isSaving && unchangeable)} />;
}

const unchangeable = {
  'data-saving': '',
  // React puts back the value of a field whose change no component took.
  onChangeCapture: (event: SyntheticEvent) => stopAt(event, 'input, select, textarea'),
  onKeyDownCapture: (event: SyntheticEvent) => stopAt(event, '[role="combobox"]'),
  onMouseDownCapture: (event: SyntheticEvent) => preventAt(event, '[role="option"]'),
  onClickCapture: (event: SyntheticEvent) =>
    preventAt(event, 'button[type="button"], [role="combobox"], input[type="file"]'),
  // Otherwise the browser would open the file in place of the page.
  onDropCapture: (event: SyntheticEvent) => preventAt(event, '*'),
};

function preventAt(event: SyntheticEvent, selector: string): void {
  if (stopAt(event, selector)) event.preventDefault();
}

/** React also passes events of dialogs, which stand elsewhere on the page. */
function stopAt(event: SyntheticEvent, selector: string): boolean {
  const { currentTarget, target } = event;
  const isWithin = target instanceof Element && currentTarget.contains(target);
  if (!isWithin || target.closest(selector) === null) return false;
  event.stopPropagation();
  return true;
}
