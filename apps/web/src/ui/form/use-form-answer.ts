import type { UseFormReturnType } from '@mantine/form';
import { useEffect, useRef, useState } from 'react';
import { focusFirstError } from '../dialog/focus-first-error.ts';

type Options<Values extends Record<string, unknown>> = {
  form: UseFormReturnType<Values>;
  /** The mutation that saves; a form that only asks has none. */
  saving?: { error: Error | null; isPending: boolean };
  onSave: (values: Values) => void;
};

/**
 * Shows the server's errors once, at their fields, and focuses the first wrong field. `error` is
 * null once the form itself is invalid.
 */
export function useFormAnswer<Values extends Record<string, unknown>>(options: Options<Values>) {
  const { form, saving, onSave } = options;
  const answer = saving?.error ?? null;
  const element = useRef<HTMLFormElement>(null);
  const shown = useRef<Error | null>(null);
  const [outdated, setOutdated] = useState<Error | null>(null);
  useEffect(() => {
    if (answer === shown.current) return;
    shown.current = answer;
    if (!hasFields(answer)) return;
    form.setErrors({ ...answer.fields });
    focusFirstError(element.current);
  });
  const onSubmit = form.onSubmit(onSave, (_errors, _values, event) => {
    setOutdated(answer);
    if (event?.currentTarget instanceof Element) focusFirstError(event.currentTarget);
  });
  const onBlur = () => {
    if (!form.isValid()) setOutdated(answer);
  };
  const error = answer === outdated ? null : answer;
  return {
    error,
    leaving: { onBlur },
    submit: { ref: element, onSubmit, isSaving: saving?.isPending === true },
  };
}

/** Whether the server named the fields that are wrong. */
export function hasFields(error: Error | null): error is Error & { fields: object } {
  if (error === null || !('fields' in error)) return false;
  const { fields } = error;
  return typeof fields === 'object' && fields !== null && Object.keys(fields).length > 0;
}
