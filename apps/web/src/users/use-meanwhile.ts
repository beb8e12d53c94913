import type { UseFormReturnType } from '@mantine/form';
import { userStatus } from '@recoup/contract/access';
import type { RefObject } from 'react';
import { ApiError } from '../platform/api-error.ts';

type Options<Values extends Record<string, unknown>, Saved> = {
  readonly form: UseFormReturnType<Values>;
  readonly saving: { readonly error: Error | null; readonly isPending: boolean; reset(): void };
  /** What the form was filled with; its version says which change a save refers to. */
  readonly read: RefObject<Saved | undefined>;
  readonly valuesOf: (saved: Saved) => Values;
};

/** Whether somebody else saved while the form was open, and the two ways to go on; for `ChangedMeanwhile`. */
export function useMeanwhile<Values extends Record<string, unknown>, Saved>({ form, saving, read, valuesOf }: Options<Values, Saved>) {
  const isChangedMeanwhile = saving.error instanceof ApiError && saving.error.code === 'changed_meanwhile';
  return {
    isChangedMeanwhile,
    // What one can choose between has words and buttons of its own.
    saving: { error: isChangedMeanwhile ? null : saving.error, isPending: saving.isPending },
    /** Another administrator's change takes the place of what was typed. */
    takeTheirs: (theirs: Saved) => {
      read.current = theirs;
      form.setValues(valuesOf(theirs));
      form.resetDirty(valuesOf(theirs));
      form.clearErrors();
      saving.reset();
    },
    /** What was typed stays; saving it again puts it in the place of the other change. */
    keepMine: (theirs: Saved) => {
      read.current = theirs;
      const { status } = valuesOf(theirs);
      // A block stays, whatever was typed: saving would be refused, and the form offers no way out.
      if (status !== undefined && Number(status) === userStatus.blocked) form.setValues((now) => ({ ...now, status }));
      saving.reset();
    },
  };
}
