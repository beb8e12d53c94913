import {
  type MutateOptions,
  type UseMutationOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { useId } from 'react';
import { pressedName, withSlownessNotice } from '../feedback/slow-answer.ts';

type Options<Data, Variables> = Omit<UseMutationOptions<Data, Error, Variables>, 'mutationFn'> & {
  mutationFn: (variables: Variables) => Promise<Data>;
  /** The page shows how far it is. */
  showsProgress?: boolean;
};

/**
 * `useMutation` that ignores another call while one runs: the second Enter, tap or click, also
 * before the button is drawn as busy. A `mutationKey` does so for every component that names it,
 * also after the form was left and opened again. After some seconds without an answer a notice
 * says so, also on another page.
 */
export function useOneMutation<Data, Variables = void>({
  mutationFn: act,
  showsProgress = false,
  ...options
}: Options<Data, Variables>) {
  const client = useQueryClient();
  const own = useId();
  const mutationKey = options.mutationKey ?? [own];
  const mutationFn = async (variables: Variables): Promise<Data> =>
    showsProgress ? act(variables) : withSlownessNotice(pressedName(), () => act(variables));
  const mutation = useMutation<Data, Error, Variables>({ ...options, mutationFn, mutationKey });
  const mutate = (variables: Variables, then?: MutateOptions<Data, Error, Variables>): void => {
    if (client.isMutating({ mutationKey }) === 0) mutation.mutate(variables, then);
  };
  return { ...mutation, mutate };
}
