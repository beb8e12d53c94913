import type { UseFormReturnType } from '@mantine/form';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { toast } from '../feedback/toast.tsx';
import { useOneMutation } from './use-one-mutation.ts';

type Options<Values extends Record<string, unknown>, Saved> = {
  form: UseFormReturnType<Values>;
  save: (values: Values) => Promise<Saved>;
  /** Said in a toast. */
  success: string;
  goTo: string | ((saved: Saved) => string);
  /** Queries whose answers are old now. */
  invalidates: readonly QueryKey[];
};

/** Saves a form and leaves its page; pass the result to `FormShell` as `saving`. */
export function useSave<Values extends Record<string, unknown>, Saved>({
  form,
  save,
  success,
  goTo,
  invalidates,
}: Options<Values, Saved>) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useOneMutation({
    mutationFn: save,
    onSuccess: async (saved) => {
      // Before leaving, or the guard would ask about what was just saved.
      form.resetDirty();
      toast(success);
      await Promise.all(invalidates.map((queryKey) => client.invalidateQueries({ queryKey })));
      await navigate(typeof goTo === 'string' ? goTo : goTo(saved));
    },
  });
}
