import {
  type MutateOptions,
  type UseMutationOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { useId } from 'react';

/**
 * `useMutation` that ignores another call while one runs: the second Enter, tap or click, also
 * before the button is drawn as busy. A `mutationKey` does so for every component that names it,
 * also after the form was left and opened again.
 */
export function useOneMutation<Data, Variables = void>(
  options: UseMutationOptions<Data, Error, Variables>,
) {
  const client = useQueryClient();
  const own = useId();
  const mutationKey = options.mutationKey ?? [own];
  const mutation = useMutation<Data, Error, Variables>({ ...options, mutationKey });
  const mutate = (variables: Variables, then?: MutateOptions<Data, Error, Variables>): void => {
    if (client.isMutating({ mutationKey }) === 0) mutation.mutate(variables, then);
  };
  return { ...mutation, mutate };
}
