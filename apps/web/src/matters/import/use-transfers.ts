import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useOneMutation } from '../../ui/form/use-one-mutation.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { invalidate, type Subject } from '../../platform/api/read.ts';
import type { ImportJob, ImportProgress } from './import-file.ts';

type Work<Choice, Preview, Result> = {
  preview: (job: ImportJob<Choice>) => Promise<Preview>;
  upload: (job: ImportJob<Choice>) => Promise<Result>;
  /** `isLeft`: the page no longer shows what became of the file. */
  onUploaded: (result: Result, of: { choice: Choice; isLeft: boolean }) => void;
  /** Subjects whose answers are outdated after an import. */
  changes: readonly Subject[];
};

/** The server may have imported the file before it noticed the disconnect. */
const perhapsTakenIn =
  'Cancelled. If the file was still imported, it is under “Import history” in a moment.';
const notTakenIn = 'Cancelled. Nothing was imported.';

/** The server notices a closed connection within this time (ms). */
const noticedMs = 2_000;

/** At most one transfer at a time; a stopped one leaves no result. */
export function useTransfers<Choice extends { file: File }, Preview, Result>({
  changes,
  ...work
}: Work<Choice, Preview, Result>) {
  const { progress, run, abort } = useRun<Choice>();
  const client = useQueryClient();
  const isLeft = useIsLeft();
  const preview = useMutation({
    mutationFn: (choice: Choice) => run(choice, work.preview),
  });
  const upload = useOneMutation({
    mutationFn: (choice: Choice) => run(choice, work.upload),
    onSuccess: async (result, choice) => {
      work.onUploaded(result, { choice, isLeft: isLeft.current });
      await invalidate(client, changes);
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
    if (mayBeIn) listImportsAgain(client, changes);
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
function useRun<Choice>() {
  const [progress, setProgress] = useState<ImportProgress>({ step: 'reading' });
  const running = useRef<AbortController>(null);
  const run = <T>(choice: Choice, work: (job: ImportJob<Choice>) => Promise<T>): Promise<T> => {
    const controller = new AbortController();
    running.current = controller;
    const onProgress = (now: ImportProgress) => {
      if (running.current === controller) setProgress(now);
    };
    return work({ ...choice, signal: controller.signal, onProgress });
  };
  return { progress, run, abort: () => running.current?.abort() };
}

function listImportsAgain(client: QueryClient, changes: readonly Subject[]): void {
  const again = () => void invalidate(client, changes);
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
