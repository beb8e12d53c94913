import type { ColumnMapping } from '@recoup/contract/matters';
import type { ImportPreview } from '@recoup/contract/matters.imports';
import { texts } from '@recoup/contract/texts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { findFileFault, type ImportJob, type ImportProgress, previewFile, uploadFile } from './import-file.ts';
import { mattersKey } from './matters.queries.ts';

type Chosen = {
  readonly file: File | null;
  readonly mapping: ColumnMapping | undefined;
  /** What is shown while the file is looked at anew, so that the field that was corrected keeps the focus. */
  readonly earlier?: ImportPreview | undefined;
};
type Note = { readonly kind: 'error' | 'info'; readonly text: string };

export type Import = ReturnType<typeof useImport>;

/** One file on its way in: chosen, looked at, its columns corrected, taken in or cancelled. */
export function useImport() {
  const [chosen, setChosen] = useState<Chosen>({ file: null, mapping: undefined });
  const [note, setNote] = useState<Note | null>(null);
  const { preview, upload, progress, stop } = useTransfers();
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
    const mapping = chosen.mapping ?? (preview.data?.isRemembered === true ? preview.data.mapping : undefined);
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
      const fault = file === null ? undefined : findFileFault(file);
      look({ file: fault === undefined ? file : null, mapping: undefined });
      if (fault !== undefined) setNote({ kind: 'error', text: fault });
    },
    correct: (mapping: ColumnMapping) => look({ ...chosen, mapping, earlier: correctedView(preview.data ?? chosen.earlier, mapping) }),
    cancel: () => {
      stop();
      setNote({ kind: 'info', text: 'Cancelled. The file was not taken in.' });
    },
  };
}

function correctedView(shown: ImportPreview | undefined, mapping: ColumnMapping): ImportPreview | undefined {
  return shown && { ...shown, mapping };
}

/** At most one transfer at a time; what was stopped is forgotten. */
function useTransfers() {
  const [progress, setProgress] = useState<ImportProgress>({ step: 'reading' });
  const running = useRef<AbortController>(null);
  const client = useQueryClient();
  const run = <T>({ file, mapping }: Chosen & { file: File }, work: (job: ImportJob) => Promise<T>): Promise<T> => {
    const controller = new AbortController();
    running.current = controller;
    const onProgress = (now: ImportProgress) => {
      if (running.current === controller) setProgress(now);
    };
    return work({ file, mapping, signal: controller.signal, onProgress });
  };
  const preview = useMutation({ mutationFn: (wanted: Chosen & { file: File }) => run(wanted, previewFile) });
  const upload = useMutation({
    mutationFn: (wanted: Chosen & { file: File }) => run(wanted, uploadFile),
    onSuccess: () => client.invalidateQueries({ queryKey: mattersKey }),
  });
  const stop = () => {
    running.current?.abort();
    upload.reset();
    preview.reset();
  };
  return { preview, upload, stop, progress: preview.isPending || upload.isPending ? progress : null };
}
