import { useQuery, useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '../../platform/api/query-keys.ts';
import { Button } from '../../ui/controls/button.tsx';
import { useSettled } from '../../ui/dialog/use-settled.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import { StatusDot } from '../../ui/feedback/status-dot.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { useOneMutation } from '../../ui/form/use-one-mutation.ts';
import { ownMonthQuery, saveOwnMonth } from './own-month.queries.ts';
import styles from './own-month.module.css';

/** Marks the own month as complete, or takes that back. */
export function MonthCompletion({ month, name }: { month: string; name: string }) {
  const { data, error } = useQuery(ownMonthQuery(month));
  const save = useSaveMonth(month, name);
  const own = data?.attorneys[0];
  const isComplete = own?.state === 'complete';
  // The second tap of a double tap does not take back what the first one did.
  const isSettled = useSettled(isComplete);
  const since = isComplete ? own.recordedSince : 0;
  return (
    <>
      {save.isError && <Alert kind="error">{save.error.message}</Alert>}
      <div className={styles.month}>
        <span>
          {name}
          {isComplete && (
            <small>
              <StatusDot label="Complete" tone="good" />
              {since > 0 && `, ${since} recorded since`}
            </small>
          )}
          {error !== null && !data && <small>{error.message}</small>}
        </span>
        <Button
          variant="outline"
          isBusy={save.isPending}
          isResting={!isSettled}
          disabled={!data}
          onClick={() => save.mutate(!isComplete)}
        >
          {isComplete ? 'Take back' : 'My month is complete'}
        </Button>
      </div>
    </>
  );
}

function useSaveMonth(month: string, name: string) {
  const client = useQueryClient();
  return useOneMutation({
    mutationFn: (isComplete: boolean) => saveOwnMonth(month, isComplete),
    onSuccess: async (saved, isComplete) => {
      client.setQueryData(ownMonthQuery(month).queryKey, saved);
      toast(isComplete ? `${name} is complete.` : `${name} is no longer complete.`);
      await client.invalidateQueries({ queryKey: [...queryKeys.entries, 'month-end'] });
    },
  });
}
