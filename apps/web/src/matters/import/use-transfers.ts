import type { ColumnMapping } from '@recoup/contract/matters/endpoints';
import { texts } from '@recoup/contract/core/texts';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { queryKeys } from '../../platform/api/query-keys.ts';
import { useOneMutation } from '../../ui/form/use-one-mutation.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { type ImportJob, type ImportProgress, previewFile, uploadFile } from './import-file.ts';

type ChosenFile = { file: File; mapping: ColumnMapping | undefined };

/** The server may have imported the file before it noticed the disconnect. */
const perhapsTakenIn =
  'Cancelled. If the file was still imported, it is under “Import history” in a moment.';
const notTakenIn = 'Cancelled. Nothing was imported.';

/** The server notices a closed connection within this time (ms). */
const noticedMs = 2_000;

/** At most one transfer at a time; a stopped one leaves no result. */
export function useTransfers() {
  const { progress, run, abort } = useRun();
  const client = useQueryClient();
  const isLeft = useIsLeft();
  const preview = useMutation({
    mutationFn: (wanted: ChosenFile) => run(wanted, previewFile),
  });
  const upload = useOneMutation({
    mutationFn: (wanted: ChosenFile) => run(wanted, uploadFile),
    onSuccess: async (_, { file }) => {
      if (isLeft.current) toast(`${file.name}: ${texts.uploaded}`);
      await client.invalidateQueries({ queryKey: queryKeys.matters });
    },
    onError: (error, { file }) => {
      if (isLeft.current) toast(`${file.name} was not imported. ${error.message}`, 'bad');
    },
  });
  const stop = () => {
    abort();
    upload.reset();
    preview.reset();
  };
  /** Returns what can be said of the file. */
  const cancel = (): string => {
    const mayBeIn = upload.isPending && progress.step !== 'sending';
    stop();
    if (mayBeIn) listImportsAgain(client);
    return mayBeIn ? perhapsTakenIn : notTakenIn;
  };
  return {
    preview,
    upload,
    stop,
    cancel,
    progress: preview.isPending || upload.isPending ? progress : null,
  };
}

/** Runs one job; the progress of an earlier one is ignored. */
function useRun() {
  const [progress, setProgress] = useState<ImportProgress>({ step: 'reading' });
  const running = useRef<AbortController>(null);
  const run = <T>(
    { file, mapping }: ChosenFile,
    work: (job: ImportJob) => Promise<T>,
  ): Promise<T> => {
    const controller = new AbortController();
    running.current = controller;
    const onProgress = (now: ImportProgress) => {
      if (running.current === controller) setProgress(now);
    };
    return work({ file, mapping, signal: controller.signal, onProgress });
  };
  return { progress, run, abort: () => running.current?.abort() };
}

function listImportsAgain(client: QueryClient): void {
  const again = () => void client.invalidateQueries({ queryKey: queryKeys.matters });
  again();
  setTimeout(again, noticedMs);
}

/** Whether the user has left the page: what becomes of the file is then said in a notice. */
function useIsLeft() {
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
    };
  }, []);
  return isLeft;
}
