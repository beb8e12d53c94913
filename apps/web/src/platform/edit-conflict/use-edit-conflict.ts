import type { UseFormReturnType } from '@mantine/form';
import { userStatus } from '@recoup/contract/core/access';
import { ApiError } from '../api/api-error.ts';
import { useLostAnswer } from './use-lost-answer.ts';
import { keepTyped, type ThreeWay } from './three-way.ts';

type Options<Values extends Record<string, unknown>, Saved> = {
  form: UseFormReturnType<Values>;
  saving: { error: Error | null; isPending: boolean; reset(): void };
  /** The record as the form loaded it; a save sends its version. */
  read: Saved | undefined;
  onRead: (saved: Saved) => void;
  valuesOf: (saved: Saved | undefined) => Values;
  /** How two changes become one; field by field where there is no own rule. */
  merge?: (sides: ThreeWay<Values>) => Values;
};

/** Detects a change saved by another user; the form reloads or overwrites it. */
export function useEditConflict<Values extends Record<string, unknown>, Saved>(
  options: Options<Values, Saved>,
) {
  const { form, saving, read, onRead, valuesOf, merge = keepTyped } = options;
  // There is nothing to compare with in a form that adds; the error itself is shown there.
  const hasConflict =
    read !== undefined &&
    saving.error instanceof ApiError &&
    saving.error.code === 'changed_meanwhile';
  const { isLost: isPerhapsOwn, forget } = useLostAnswer(saving.error);
  const base = valuesOf(read);
  const go = (theirs: Saved, values: Values) => {
    onRead(theirs);
    form.setValues(values);
    form.resetDirty(valuesOf(theirs));
    saving.reset();
    forget();
  };
  return {
    hasConflict,
    base,
    isPerhapsOwn,
    // The differences that one chooses between have texts and buttons of their own.
    saving: { error: hasConflict ? null : saving.error, isPending: saving.isPending },
    /** The other user's change takes the place of what was typed. */
    reload: (theirs: Saved) => {
      go(theirs, valuesOf(theirs));
      form.clearErrors();
    },
    /** The fields that the user changed stay; the others are as the other user saved them. */
    overwrite: (theirs: Saved) => {
      const saved = valuesOf(theirs);
      const stored = merge({ base, yours: form.getValues(), theirs: saved });
      const { status } = saved;
      // Keep Blocked: the server rejects any other status.
      go(
        theirs,
        status !== undefined && Number(status) === userStatus.blocked
          ? { ...stored, status }
          : stored,
      );
    },
  };
}
