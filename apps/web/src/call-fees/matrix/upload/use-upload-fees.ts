import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../../platform/api/api-error.ts';
import { queryKeys } from '../../../platform/api/query-keys.ts';
import { decode, readFile } from '../../../platform/browser/text-file.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { useOneMutation } from '../../../ui/form/use-one-mutation.ts';
import { noDifferences } from '../../preview/compare-fees.ts';
import { type FeesFile, previewMatrix, uploadMatrix } from '../fees.queries.ts';
import { compareUploads } from './compare-uploads.ts';
import { savedText } from './upload-words.ts';

/** The server reads as many characters. */
const largestFile = 8_000_000;

type Chosen = { file: File | null; fault?: string | undefined };
type Previewed = Awaited<ReturnType<typeof previewMatrix>> & { read: FeesFile };

/** Previews a file as it is chosen, and applies what was previewed. */
export function useUploadFees(onApplied: () => void) {
  const [{ file, fault }, setChosen] = useState<Chosen>({ file: null });
  const preview = usePreview();
  const apply = useApply({
    onApplied,
    onChangedMeanwhile: (rejected) => preview.mutate({ rejected }),
  });
  const choose = (chosen: Chosen) => {
    preview.reset();
    apply.reset();
    setChosen(chosen);
  };
  const error = preview.error ?? apply.error;
  return {
    file,
    /** While it is made again, the one before. */
    shown: preview.data ?? (preview.isPending ? preview.variables.rejected : undefined),
    isPending: preview.isPending,
    apply: { isPending: apply.isPending, start: () => preview.data && apply.mutate(preview.data) },
    differences: preview.data?.differences ?? noDifferences,
    hasChanged: isChangedMeanwhile(error) && !preview.isPending,
    error: fault ?? error?.message,
    rejection: toRejection(error),
    reject: (message: string) => choose({ file: null, fault: message }),
    pick: (picked: File | null) => {
      const isTooLarge = picked !== null && picked.size > largestFile;
      if (isTooLarge)
        return choose({
          file: null,
          fault: `“${picked.name}” is too large. The limit is 8 MB.`,
        });
      choose({ file: picked });
      if (picked !== null) preview.mutate({ picked });
    },
  };
}

type Request =
  | { picked: File; rejected?: undefined }
  /** Another user has changed the fees: the same file is previewed again. */
  | { rejected: Previewed };

function usePreview() {
  return useMutation({
    mutationFn: async (request: Request) => {
      const { rejected } = request;
      const read = rejected ? rejected.read : await readFees(request.picked);
      const result = await previewMatrix(read);
      const differences = rejected ? compareUploads(rejected, result) : noDifferences;
      return { ...result, read, differences };
    },
  });
}

async function readFees(file: File): Promise<FeesFile> {
  const { bytes, encoding } = await readFile(file);
  return { name: file.name, content: decode(bytes, encoding) };
}

type Options = { onApplied: () => void; onChangedMeanwhile: (rejected: Previewed) => void };

function useApply({ onApplied, onChangedMeanwhile }: Options) {
  const client = useQueryClient();
  return useOneMutation({
    mutationFn: ({ read, state }: Previewed) => uploadMatrix(read, state),
    onSuccess: async ({ rows, unchanged }) => {
      toast(savedText(rows - unchanged));
      onApplied();
      await Promise.all(
        [queryKeys.callFees, queryKeys.users].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      );
    },
    onError: (error, previewed) => {
      if (isChangedMeanwhile(error)) onChangedMeanwhile(previewed);
    },
  });
}

function isChangedMeanwhile(error: Error | null): boolean {
  return error instanceof ApiError && error.code === 'changed_meanwhile';
}

function toRejection(error: Error | null) {
  if (!(error instanceof ApiError) || error.rows.length === 0) return undefined;
  return { rows: error.rows, refused: error.refused };
}
