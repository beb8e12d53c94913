import { texts } from '@recoup/contract/core/texts';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { toast } from '../../ui/feedback/toast.tsx';
import { useOneMutation } from '../../ui/form/use-one-mutation.ts';
import { invalidate, type Subject } from '../api/read.ts';
import { fileFault, type ImportJob, type ImportProgress } from './send-file.ts';

/** The import of one kind of file. A choice is how a file is read. */
type Work<Choice, Preview, Result> = {
  /** The choice for a file that was just selected. */
  start: Choice;
  /** Ends the sentence of the largest size. */
  atMost: string;
  preview: (job: ImportJob<Choice>) => Promise<Preview>;
  upload: (job: ImportJob<Choice>) => Promise<Result>;
  /** Completes a choice by values that the preview shows. */
  complete: (choice: Choice, shown: Preview | undefined) => Choice;
  /** The fields show at once what was chosen. */
  corrected: (shown: Preview, change: Partial<Choice>) => Preview;
  /** `isLeft`: the page no longer shows what became of the file. */
  onUploaded: (result: Result, of: { file: File; isLeft: boolean }) => void;
  /** Subjects whose answers are outdated after an import. */
  changes: readonly Subject[];
  /** A second click must not import the same file again. */
  isOnce?: boolean;
};
type WithMapping = { mapping: unknown };
type Chosen<Choice, Preview> = {
  file: File | null;
  choice: Choice;
  /** For a file with the same columns, such as the corrected one. */
  matched?: Matched<unknown> | undefined;
  /** Shown while the file is checked again, so that the changed field keeps the focus. */
  earlier?: Preview | undefined;
};
type Note = { kind: 'error' | 'info'; text: string };

export type Import = ReturnType<typeof useImport<WithMapping, Shape<unknown>, unknown>>;

/** Selects, previews, corrects, imports and cancels one file. */
export function useImport<Choice extends WithMapping, Preview extends Shape<unknown>, Result>(
  work: Work<Choice, Preview, Result>,
) {
  const [chosen, setChosen] = useState<Chosen<Choice, Preview>>({ file: null, choice: work.start });
  const [note, setNote] = useState<Note | null>(null);
  const { preview, upload, progress, stop, cancel } = useTransfers(work);
  const last = preview.data ?? chosen.earlier;
  /** Also while it is made again; undefined after the import. */
  const shown = upload.isSuccess ? undefined : last;
  const look = (next: Chosen<Choice, Preview>) => {
    setChosen(next);
    setNote(null);
    stop();
    const { file, choice, matched } = next;
    if (file !== null) preview.mutate({ choice: { ...choice, file }, matched });
  };
  const submit = () => {
    const { file, choice } = chosen;
    setNote(file === null ? { kind: 'error', text: texts.selectFile } : null);
    if (file === null || (work.isOnce === true && upload.isSuccess)) return;
    if (preview.isPending) stop();
    upload.mutate({ ...work.complete(choice, last), file });
  };
  const state = { chosen, note, preview, shown, upload, progress, submit };
  return {
    ...state,
    lookAgain: () => (upload.isPending ? undefined : look({ ...chosen, earlier: last })),
    refuse: (text: string) => setNote({ kind: 'error', text }),
    pick: (file: File | null) => {
      const fault = file === null ? undefined : fileFault(file, work.atMost);
      const picked = fault === undefined ? file : null;
      look({ file: picked, choice: work.start, matched: matchedColumns(chosen, last) });
      if (fault !== undefined) setNote({ kind: 'error', text: fault });
    },
    correct: (change: Partial<Choice>) =>
      look({ ...changed(chosen, change), earlier: shown && work.corrected(shown, change) }),
    /** Without another preview. */
    confirm: (change: Partial<Choice>) => setChosen(changed(chosen, change)),
    cancel: () => setNote({ kind: 'info', text: cancel() }),
  };
}

function changed<Choice, Preview>(chosen: Chosen<Choice, Preview>, change: Partial<Choice>) {
  return { ...chosen, choice: { ...chosen.choice, ...change } };
}

/** Columns of the shown file if the user matched them, else of the file before it. */
function matchedColumns<Choice extends WithMapping, Preview extends Shape<unknown>>(
  { choice: { mapping }, matched }: Chosen<Choice, Preview>,
  shown: Preview | undefined,
): Matched<unknown> | undefined {
  return mapping !== undefined && shown !== undefined
    ? { columns: shown.columns, mapping }
    : matched;
}

/** The server may have imported the file before it noticed the disconnect. */
const perhapsTakenIn =
  'Cancelled. If the file was still imported, it is under “Import history” in a moment.';
const notTakenIn = 'Cancelled. Nothing was imported.';

/** The server notices a closed connection within this time (ms). */
const noticedMs = 2_000;

/** At most one transfer at a time; a stopped one leaves no result. */
function useTransfers<Choice extends WithMapping, Preview extends Shape<unknown>, Result>(
  work: Work<Choice, Preview, Result>,
) {
  type OfFile = Choice & { file: File };
  const { changes } = work;
  const { progress, run, abort } = useRun();
  const client = useQueryClient();
  const isLeft = useIsLeft();
  const preview = usePreview(work, run);
  const upload = useOneMutation({
    mutationFn: (choice: OfFile) => run(choice, work.upload),
    showsProgress: true,
    onSuccess: async (result, { file }) => {
      work.onUploaded(result, { file, isLeft: isLeft.current });
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

function usePreview<Choice extends WithMapping, Preview extends Shape<unknown>, Result>(
  work: Work<Choice, Preview, Result>,
  run: ReturnType<typeof useRun>['run'],
) {
  type OfFile = Choice & { file: File };
  const previewJob = async (job: ImportJob<OfFile>, matched: Matched<unknown> | undefined) =>
    job.mapping === undefined
      ? previewAsMatched(matched, async (mapping) => work.preview({ ...job, mapping }))
      : work.preview(job);
  return useMutation({
    mutationFn: ({ choice, matched }: { choice: OfFile; matched?: Matched<unknown> | undefined }) =>
      run(choice, async (job) => previewJob(job, matched)),
  });
}

/** Runs one job; the progress of an earlier one is ignored. */
function useRun() {
  const [progress, setProgress] = useState<ImportProgress>({ step: 'reading' });
  const running = useRef<AbortController>(null);
  const run = <Choice extends { file: File }, T>(
    choice: Choice,
    work: (job: ImportJob<Choice>) => Promise<T>,
  ): Promise<T> => {
    const controller = new AbortController();
    running.current = controller;
    const onProgress = (now: ImportProgress) => {
      if (running.current === controller) setProgress(now);
    };
    onProgress({ step: 'reading' });
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

/** The columns of an earlier file as the user matched them. */
type Matched<Mapping> = { columns: readonly string[]; mapping: Mapping };
type Shape<Mapping> = {
  columns: readonly string[];
  mapping: Mapping;
  isRemembered: boolean;
};

/**
 * Previews a file, again with the columns as they were matched in an earlier one of the same
 * header line.
 */
export async function previewAsMatched<Mapping, Preview extends Shape<Mapping>>(
  matched: Matched<Mapping> | undefined,
  preview: (mapping?: Mapping) => Promise<Preview>,
): Promise<Preview> {
  const first = await preview();
  const isSame = JSON.stringify(first.columns) === JSON.stringify(matched?.columns);
  if (matched === undefined || !isSame) return first;
  return { ...(await preview(matched.mapping)), isRemembered: true };
}
