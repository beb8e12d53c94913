import { useCallback, useEffect, useRef } from 'react';
import type { Received } from '../../platform/api/api-download.ts';
import { saveFile } from '../../ui/lib/save-file.ts';
import { useOneMutation } from '../../ui/form/use-one-mutation.ts';
import { downloadAnnexure } from '../call-fees.queries.ts';

/** Saves the fee annexure of an attorney, or without one that of all, as of a day. */
export function useAnnexure(on: string | undefined) {
  const { mutate, error, isPending } = useOneMutation<Received, string | undefined>({
    mutationFn: (attorneyId: string | undefined) => downloadAnnexure(attorneyId, on),
    onSuccess: saveFile,
  });
  const latest = useRef(mutate);
  useEffect(() => {
    latest.current = mutate;
  });
  // The same function for each drawing, so that the rows of the table are not drawn again.
  const open = useCallback((attorneyId?: string) => latest.current(attorneyId), []);
  return { open, error, isPending };
}
