import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { queryKeys } from '../../platform/api/query-keys.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { useOneMutation } from '../../ui/form/use-one-mutation.ts';
import { useUnsaved } from '../../ui/form/use-unsaved.ts';
import { saveAttorneys } from './call-file.ts';

export type OwnParties = ReturnType<typeof useOwnParties>;

const none: ReadonlyMap<string, string> = new Map();

/** Attorneys that are chosen for extensions of a file, by extension, until they are saved. */
export function useOwnParties() {
  const [chosen, setChosen] = useState(none);
  const client = useQueryClient();
  const save = useOneMutation({
    mutationFn: async (attorneys: ReadonlyMap<string, string>) => saveAttorneys(attorneys),
    onSuccess: async () => {
      setChosen(none);
      toast('Attorneys of extensions saved.');
      await client.invalidateQueries({ queryKey: queryKeys.callRecords });
    },
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
    save: (onSaved: () => void) => save.mutate(chosen, { onSuccess: onSaved }),
    forget: () => setChosen(none),
  };
}
