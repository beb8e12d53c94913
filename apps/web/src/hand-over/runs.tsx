import type { HandOverRun } from '@recoup/contract/hand-over/endpoints';
import { may } from '../platform/session/may.ts';
import { Button } from '../ui/controls/button.tsx';
import { Alert } from '../ui/feedback/alert.tsx';
import { Tag } from '../ui/feedback/tag.tsx';
import { toast } from '../ui/feedback/toast.tsx';
import { useOneMutation } from '../ui/form/use-one-mutation.ts';
import { ItemList } from '../ui/layout/item-list.tsx';
import { repeatRun } from './hand-over.queries.ts';
import { aboutRun, runStateLabels } from './hand-over-texts.ts';
import { useRefresh } from './use-refresh.ts';

/** Results of runs, with a button to send a file again. */
export function Runs({ label, runs }: { label: string; runs: readonly HandOverRun[] }) {
  const refresh = useRefresh();
  const repeat = useOneMutation({
    mutationFn: ({ _id }: HandOverRun) => repeatRun(_id),
    onSuccess: () => toast('The file is sent again within two minutes.'),
    onSettled: refresh,
  });
  const mayWrite = may('hand-overs:write');
  return (
    <>
      {repeat.error && <Alert kind="error">{repeat.error.message}</Alert>}
      <ItemList
        label={label}
        items={runs.map((run) => ({
          key: run._id,
          title: run.handOver.name,
          tag: <Tag>{runStateLabels[run.state]}</Tag>,
          about: aboutRun(run),
          action: mayWrite && run.canRepeat && (
            <Button
              variant="outline"
              size="small"
              aria-label={`Send the file of ${run.handOver.name} again`}
              isBusy={repeat.isPending && repeat.variables?._id === run._id}
              onClick={() => repeat.mutate(run)}
            >
              Send again
            </Button>
          ),
        }))}
      />
    </>
  );
}
