import { type Exception, exceptionEndpoints } from '@recoup/contract/month-end/exception-endpoints';
import { ApiError } from '../../platform/api/api-error.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { useAction, useActionBy } from '../../platform/api/use-action.ts';
import { acceptExceptions } from '../month-end.queries.ts';
import { exceptionsText } from './exception-texts.ts';

type Accepting = { items: readonly Exception[]; onDone: () => void; onChanged: () => void };

export function useAccept({ items, onDone, onChanged }: Accepting) {
  return useActionBy((reason: string) => acceptExceptions(items, reason), {
    done: (accepted) => `${exceptionsText(accepted)} accepted.`,
    changes: ['entries'],
    onDone,
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'changed_meanwhile') onChanged();
    },
  });
}

/** An acceptance that is gone already is undone as well. */
export function useTakeBack() {
  return useAction(exceptionEndpoints.deleteAcceptance, {
    done: 'The acceptance was undone.',
    changes: ['entries'],
    onError: (error) => toast(error.message, 'bad'),
  });
}
