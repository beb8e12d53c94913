import { useState } from 'react';
import { useUnsaved } from '../../ui/form/use-unsaved.ts';
import { useActionBy } from '../../platform/api/use-action.ts';
import { saveAttorneys } from './call-file.ts';
import { callSubjects } from '../call-set-up.queries.ts';

export type OwnParties = ReturnType<typeof useOwnParties>;

const none: ReadonlyMap<string, string> = new Map();

/** Attorneys that are chosen for extensions of a file, by extension, until they are saved. */
export function useOwnParties() {
  const [chosen, setChosen] = useState(none);
  const save = useActionBy(saveAttorneys, {
    done: 'Attorneys of extensions saved.',
    changes: callSubjects,
    onDone: () => setChosen(none),
  });
  useUnsaved(() => chosen.size > 0);
  return {
    chosen,
    isSaving: save.isPending,
    error: save.error,
    choose: (party: string, attorney: string) =>
      setChosen((now) => {
        const next = new Map(now);
        if (attorney === '') next.delete(party);
        else next.set(party, attorney);
        return next;
      }),
    save: (onSaved: () => void) => save.run(chosen, { onSuccess: onSaved }),
    forget: () => setChosen(none),
  };
}
