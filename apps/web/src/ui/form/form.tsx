import { type ComponentProps, type SyntheticEvent, useEffect } from 'react';
import { showToast } from '../feedback/toast.tsx';

type Props = ComponentProps<'form'> & { isSaving: boolean };

/**
 * The element of every form. While it is saved, its fields stay as they were sent: what is typed
 * meanwhile would be neither in the request nor on the page once the answer is there. After some
 * seconds without an answer a notice says so.
 */
export function Form({ isSaving, ...props }: Props) {
  useEffect(() => (isSaving ? announceSlowness() : undefined), [isSaving]);
  return <form noValidate {...props} {...(isSaving && unchangeable)} />;
}

const slowMs = 5_000;

function announceSlowness(): () => void {
  let withdraw = () => {};
  const timer = setTimeout(() => {
    const text = 'Still being saved: the service has not answered yet.';
    withdraw = showToast(text, 'good', { lifetime: Infinity });
  }, slowMs);
  return () => {
    clearTimeout(timer);
    withdraw();
  };
}

const unchangeable = {
  'data-saving': '',
  // React puts back the value of a field whose change no component took.
  onChangeCapture: (event: SyntheticEvent) => stopAt(event, 'input, select, textarea'),
  onKeyDownCapture: (event: SyntheticEvent) => stopAt(event, '[role="combobox"]'),
  onClickCapture: (event: SyntheticEvent) =>
    stopAt(event, 'button[type="button"], [role="combobox"], [role="option"]'),
};

/** React also passes events of dialogs, which stand elsewhere on the page. */
function stopAt(event: SyntheticEvent, selector: string): void {
  const { currentTarget, target } = event;
  if (target instanceof Element && currentTarget.contains(target) && target.closest(selector))
    event.stopPropagation();
}
