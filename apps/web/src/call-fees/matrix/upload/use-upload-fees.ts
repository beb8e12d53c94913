import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../../platform/api/api-error.ts';
import { queryKeys } from '../../../platform/api/query-keys.ts';
import { decode, readFile } from '../../../platform/browser/text-file.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { useOneMutation } from '../../../ui/form/use-one-mutation.ts';
import { uploadMatrix } from '../fees.queries.ts';
import { countText } from './upload-words.ts';

/** The server reads as many characters. */
const largestFile = 8_000_000;

type Chosen = { file: File | null; fault?: string | undefined };

/** Previews a file as it is chosen, and applies what was previewed. */
export function useUploadFees(onApplied: () => void) {
  const [{ file, fault }, setChosen] = useState<Chosen>({ file: null });
  const preview = useMutation({
    mutationFn: async (picked: File) => {
      const read = await readFees(picked);
      return { read, ...(await uploadMatrix(read, true)) };
    },
  });
  const apply = useApply(preview.data?.read, onApplied);
  const choose = (chosen: Chosen) => {
    preview.reset();
    apply.reset();
    setChosen(chosen);
  };
  const error = apply.error ?? preview.error;
  return {
    file,
    preview,
    apply,
    error: fault ?? error?.message,
    rejection: rejectionOf(error),
    reject: (message: string) => choose({ file: null, fault: message }),
    pick: (picked: File | null) => {
      const isTooLarge = picked !== null && picked.size > largestFile;
      if (isTooLarge)
        return choose({
          file: null,
          fault: `“${picked.name}” is too large. The limit is 8 MB.`,
        });
      choose({ file: picked });
      if (picked !== null) preview.mutate(picked);
    },
  };
}

type Read = { name: string; content: string };

async function readFees(file: File): Promise<Read> {
  const { bytes, encoding } = await readFile(file);
  return { name: file.name, content: decode(bytes, encoding) };
}

function useApply(read: Read | undefined, onApplied: () => void) {
  const client = useQueryClient();
  return useOneMutation({
    mutationFn: async () => {
      if (!read) throw new Error('Please choose a file.');
      return uploadMatrix(read, false);
    },
    onSuccess: async ({ rows, unchanged }) => {
      toast(`${countText(rows - unchanged, 'change')} of fees saved.`);
      onApplied();
      await Promise.all(
        [queryKeys.callFees, queryKeys.users].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      );
    },
  });
}

function rejectionOf(error: Error | null) {
  if (!(error instanceof ApiError) || error.rows.length === 0) return undefined;
  return { rows: error.rows, refused: error.refused };
}
