import type { UseFormReturnType } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { toast } from '../../ui/feedback/toast.tsx';
import { useOneMutation } from '../../ui/form/use-one-mutation.ts';
import { useNavigateHere } from '../browser/navigate-here.ts';
import { invalidate, type Subject } from './read.ts';

type Options<Values extends Record<string, unknown>, Saved> = {
  form: UseFormReturnType<Values>;
  save: (values: Values) => Promise<Saved>;
  /** Text of a toast. */
  done: string;
  goTo: string | ((saved: Saved) => string);
  /** Subjects whose answers are outdated afterwards. */
  changes: readonly Subject[];
};

/** Saves a form and leaves its page; pass the result to `FormShell` as `saving`. */
export function useSave<Values extends Record<string, unknown>, Saved>({
  form,
  save,
  done,
  goTo,
  changes,
}: Options<Values, Saved>) {
  const client = useQueryClient();
  const navigate = useNavigateHere();
  return useOneMutation({
    mutationFn: save,
    onSuccess: async (saved) => {
      // Before leaving, or the guard would ask about what was just saved.
      form.resetDirty();
      toast(done);
      await invalidate(client, changes);
      await navigate(typeof goTo === 'string' ? goTo : goTo(saved));
    },
  });
}
