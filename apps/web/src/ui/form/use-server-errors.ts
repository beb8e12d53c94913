import type { UseFormReturnType } from '@mantine/form';
import { useState, type RefObject, useRef, useEffect } from 'react';
import { focusFirstError } from '../dialog/focus-first-error.ts';

/** The server's answer to the last save; null once the form itself finds something wrong, by a submit or when a field is left. */
export function useLastAnswer<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  answer: Error | null,
) {
  const [outdated, setOutdated] = useState<Error | null>(null);
  const outdate = () => setOutdated(answer);
  const onBlur = () => {
    if (!form.isValid()) outdate();
  };
  return { error: answer === outdated ? null : answer, outdate, onBlur };
}

/** The server's answer comes after the submit, from outside the form, hence an effect; each answer is shown once. */
export function useServerErrors<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  error: Error | null,
  element: RefObject<HTMLFormElement | null>,
): void {
  const shown = useRef<Error | null>(null);
  useEffect(() => {
    if (error === shown.current) return;
    shown.current = error;
    if (error === null || !('fields' in error) || typeof error.fields !== 'object') return;
    form.setErrors({ ...error.fields });
    focusFirstError(element.current);
  });
}
