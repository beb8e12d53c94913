import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { useRef } from 'react';

/** `useMutation` that ignores a second call while the first runs. */
export function useOneMutation<Data, Variables>(
  options: UseMutationOptions<Data, Error, Variables>,
) {
  const isRunning = useRef(false);
  const mutation = useMutation<Data, Error, Variables>({
    ...options,
    onSettled: (...settled) => {
      isRunning.current = false;
      return options.onSettled?.(...settled);
    },
  });
  const mutate = (variables: Variables) => {
    if (isRunning.current) return;
    isRunning.current = true;
    mutation.mutate(variables);
  };
  return { ...mutation, mutate };
}
