import type { MatterIntake, SavedIntake } from '@recoup/contract/hand-over/intake-endpoints';
import { toast } from '../../ui/feedback/toast.tsx';
import { undoable } from '../../ui/feedback/undo.ts';
import { useOneMutation } from '../../ui/form/use-one-mutation.ts';
import { useRefresh } from '../use-refresh.ts';
import { deleteIntake, runIntake, saveIntake, testIntake } from './intake.queries.ts';

export type IntakeValues = SavedIntake;

/** Save, test, run and remove; the removed one can be brought back. */
export function useIntakeActions(onSaved: () => void) {
  const refresh = useRefresh();
  const save = useOneMutation({
    mutationFn: saveIntake,
    onSuccess: () => {
      onSaved();
      toast('Import on schedule saved.');
    },
    onSettled: refresh,
  });
  const test = useOneMutation({ mutationFn: testIntake });
  const run = useOneMutation({
    mutationFn: runIntake,
    onSuccess: () => toast('The folder is read within two minutes.'),
    onSettled: refresh,
  });
  const remove = useOneMutation({
    mutationFn: async (_: MatterIntake) => deleteIntake(),
    onSuccess: (_, removed) =>
      void undoable({
        text: 'Import on schedule removed.',
        undo: () => save.mutate(toSavedIntake(removed)),
      }),
    onSettled: refresh,
  });
  return { save, test, run, remove };
}

function toSavedIntake({ server, folder, pattern, days, time, isOn }: MatterIntake): SavedIntake {
  return { server: server._id, folder, pattern, days, time, isOn };
}
