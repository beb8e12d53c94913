import { useQueryClient } from '@tanstack/react-query';
import type { Endpoint, EndpointInput, EndpointReply } from '@recoup/contract/core/endpoint';
import { toast } from '../../ui/feedback/toast.tsx';
import { useOneMutation } from '../../ui/form/use-one-mutation.ts';
import { send } from './api-client.ts';
import { UnsentError } from './api-error.ts';
import { invalidate, type Subject } from './read.ts';

type Options<Input, Reply> = {
  /** Text of a toast. */
  done?: string | ((reply: Reply, input: Input) => string);
  /** Subjects that are outdated afterwards, also by an error of what was sent: it may show it. */
  changes?: readonly Subject[];
  /** A form that stays on the page: it takes what is typed as soon as the answer is there. */
  isFormKept?: boolean;
  onDone?: (reply: Reply, input: Input) => void;
  onError?: (error: Error, input: Input) => void;
};

/**
 * Sends to an endpoint, once for a double press. Busy until the changes are shown, or, if its form
 * is kept, until the answer is there.
 */
export function useAction<C extends Endpoint>(
  endpoint: C,
  options: Options<EndpointInput<C>, EndpointReply<C>>,
) {
  return useActionBy((input: EndpointInput<C>) => send(endpoint, input), options);
}

/** As `useAction`, for what is not one request to one endpoint. */
export function useActionBy<Reply, Input = void>(
  act: (input: Input) => Promise<Reply>,
  { done, changes = [], isFormKept = false, onDone, onError }: Options<Input, Reply> = {},
) {
  const client = useQueryClient();
  const { mutate: run, ...action } = useOneMutation({
    mutationFn: act,
    onSuccess: async (reply, input) => {
      if (done !== undefined) toast(typeof done === 'string' ? done : done(reply, input));
      onDone?.(reply, input);
      const shown = invalidate(client, changes);
      if (!isFormKept) await shown;
    },
    onError: (error, input) => {
      onError?.(error, input);
      // The error is shown at once.
      if (!(error instanceof UnsentError)) void invalidate(client, changes);
    },
  });
  return { ...action, run };
}
