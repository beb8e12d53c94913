import { type HandOverRun, handOverEndpoints } from '@recoup/contract/hand-over/endpoints';
import { may } from '../platform/session/may.ts';
import { Button } from '../ui/controls/button.tsx';
import { Alert } from '../ui/feedback/alert.tsx';
import { Tag } from '../ui/feedback/tag.tsx';
import { ItemList } from '../ui/layout/item-list.tsx';
import { useAction } from '../platform/api/use-action.ts';
import { aboutRun, runStateLabels } from './hand-over-texts.ts';

/** Results of runs, with a button to send a file again. */
export function Runs({ label, runs }: { label: string; runs: readonly HandOverRun[] }) {
  const repeat = useAction(handOverEndpoints.repeatHandOverRun, {
    done: 'The file is sent again within two minutes.',
    changes: ['hand-overs'],
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
              isBusy={repeat.isPending && repeat.variables?.params.id === run._id}
              onClick={() => repeat.run({ params: { id: run._id } })}
            >
              Send again
            </Button>
          ),
        }))}
      />
    </>
  );
}
