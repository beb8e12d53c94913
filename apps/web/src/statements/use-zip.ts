import { type RefObject, useEffect, useRef, useState } from 'react';
import { toast } from '../ui/feedback/toast.tsx';
import { useOneMutation } from '../ui/form/use-one-mutation.ts';
import { saveFile } from '../ui/lib/save-file.ts';
import { downloadStatements } from './statements.queries.ts';
import type { StatementView } from './use-statement-view.ts';
import { createFileCounter } from './zip-files.ts';

const nothing = { bytes: 0, files: 0 };

/** One ZIP at a time, with its progress; the server makes the files while it is sent. */
export function useZip() {
  const [received, setReceived] = useState(nothing);
  const controller = useRef<AbortController | null>(null);
  useCancelOnLeaving(controller);
  const { mutate, isPending, error, data } = useOneMutation({
    mutationFn: (view: StatementView) => {
      controller.current = new AbortController();
      setReceived(nothing);
      const count = createFileCounter();
      let files = 0;
      return downloadStatements(view, {
        signal: controller.current.signal,
        onChunk: (chunk) => {
          files = count(chunk);
        },
        onProgress: (bytes) => setReceived({ bytes, files }),
      });
    },
    onSuccess: saveFile,
    onSettled: () => {
      controller.current = null;
    },
  });
  const isCancelled = error?.name === 'AbortError';
  return {
    received,
    isPending,
    savedName: data?.name,
    isCancelled,
    error: isCancelled ? null : error,
    start: mutate,
    cancel: () => controller.current?.abort(),
  };
}

/** An effect: the page is also left by Back. Another page would not show the progress. */
function useCancelOnLeaving(running: RefObject<AbortController | null>): void {
  useEffect(
    () => () => {
      if (running.current === null) return;
      running.current.abort();
      toast('The download of statements was cancelled. Nothing was saved.', 'bad');
    },
    [running],
  );
}
