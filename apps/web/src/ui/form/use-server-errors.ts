import type { UseFormReturnType } from '@mantine/form';
import { useState, type RefObject, useRef, useEffect } from 'react';
import { focusFirstError } from '../dialog/focus-first-error.ts';

/** The last save's error; null once the form itself is invalid. */
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

/** Shows each server error once, at its fields. */
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
