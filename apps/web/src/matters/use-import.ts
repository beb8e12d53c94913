import type { ColumnMapping } from '@recoup/contract/matters/endpoints';
import type { ImportPreview } from '@recoup/contract/matters/import-endpoints';
import { texts } from '@recoup/contract/core/texts';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { toast } from '../ui/feedback/toast.tsx';
import {
  validateFile,
  type ImportJob,
  type ImportProgress,
  previewFile,
  uploadFile,
} from './import-file.ts';
import { mattersKey } from './matters.queries.ts';

type Chosen = {
  file: File | null;
  mapping: ColumnMapping | undefined;
  /** What is shown while the file is looked at anew, so that the field that was corrected keeps the focus. */
  earlier?: ImportPreview | undefined;
};
type Note = { kind: 'error' | 'info'; text: string };

/** The server has the whole file, and may have taken it in before it noticed that the browser had gone. */
const perhapsTakenIn =
  'Cancelled. If the file was taken in all the same, it stands under “Imports so far” in a moment.';
const notTakenIn = 'Cancelled. The file was not taken in.';
/** The server notices a closed connection within this time (ms). */
const noticedMs = 2_000;

export type Import = ReturnType<typeof useImport>;

/** One file on its way in: chosen, looked at, its columns corrected, taken in or cancelled. */
export function useImport() {
  const [chosen, setChosen] = useState<Chosen>({ file: null, mapping: undefined });
  const [note, setNote] = useState<Note | null>(null);
  const { preview, upload, progress, stop, cancel } = useTransfers();
  const look = (next: Chosen) => {
    setChosen(next);
    setNote(null);
    stop();
    if (next.file !== null) preview.mutate({ ...next, file: next.file });
  };
  const submit = () => {
    const { file } = chosen;
    if (upload.isPending) return;
    setNote(file === null ? { kind: 'error', text: texts.selectFile } : null);
    if (file === null) return;
    // What was offered from an earlier time is asked for as it was shown.
    const mapping =
      chosen.mapping ?? (preview.data?.isRemembered === true ? preview.data.mapping : undefined);
    if (preview.isPending) stop();
    upload.mutate({ file, mapping });
  };
  return {
    chosen,
    note,
    preview,
    upload,
    progress,
    submit,
    /** After an undo: an earlier result is no longer true, and the file that is chosen would bring in something else. */
    lookAgain: () => (upload.isPending ? undefined : look(chosen)),
    refuse: (text: string) => setNote({ kind: 'error', text }),
    pick: (file: File | null) => {
      const fault = file === null ? undefined : validateFile(file);
      look({ file: fault === undefined ? file : null, mapping: undefined });
      if (fault !== undefined) setNote({ kind: 'error', text: fault });
    },
    correct: (mapping: ColumnMapping) =>
      look({ ...chosen, mapping, earlier: correctedView(preview.data ?? chosen.earlier, mapping) }),
    cancel: () => setNote({ kind: 'info', text: cancel() }),
  };
}

function correctedView(
  shown: ImportPreview | undefined,
  mapping: ColumnMapping,
): ImportPreview | undefined {
  return shown && { ...shown, mapping };
}

/** At most one transfer at a time; what was stopped is forgotten. */
function useTransfers() {
  const [progress, setProgress] = useState<ImportProgress>({ step: 'reading' });
  const running = useRef<AbortController>(null);
  const client = useQueryClient();
  const isLeft = useIsLeft();
  const run = <T>(
    { file, mapping }: Chosen & { file: File },
    work: (job: ImportJob) => Promise<T>,
  ): Promise<T> => {
    const controller = new AbortController();
    running.current = controller;
    const onProgress = (now: ImportProgress) => {
      if (running.current === controller) setProgress(now);
    };
    return work({ file, mapping, signal: controller.signal, onProgress });
  };
  const preview = useMutation({
    mutationFn: (wanted: Chosen & { file: File }) => run(wanted, previewFile),
  });
  const upload = useMutation({
    mutationFn: (wanted: Chosen & { file: File }) => run(wanted, uploadFile),
    onSuccess: async (_, { file }) => {
      if (isLeft.current) toast(`${file.name}: ${texts.uploaded}`);
      await client.invalidateQueries({ queryKey: mattersKey });
    },
    onError: (error, { file }) => {
      if (isLeft.current) toast(`${file.name} was not taken in. ${error.message}`, 'bad');
    },
  });
  const stop = () => {
    running.current?.abort();
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

function listImportsAgain(client: QueryClient): void {
  const again = () => void client.invalidateQueries({ queryKey: mattersKey });
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
