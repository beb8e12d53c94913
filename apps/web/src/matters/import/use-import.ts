import { useState } from 'react';
import type { ColumnMapping, UploadResult } from '@recoup/contract/matters/endpoints';
import type { ImportPreview } from '@recoup/contract/matters/import-endpoints';
import { texts } from '@recoup/contract/core/texts';
import { toast } from '../../ui/feedback/toast.tsx';
import { type ChosenFile, previewFile, uploadFile, validateFile } from './import-file.ts';
import { useTransfers } from './use-transfers.ts';

type Chosen = {
  file: File | null;
  mapping: ColumnMapping | undefined;
  /** Shown while the file is checked again, so that the changed field keeps the focus. */
  earlier?: ImportPreview | undefined;
};
type Note = { kind: 'error' | 'info'; text: string };

const work: Parameters<typeof useTransfers<ChosenFile, ImportPreview, UploadResult>>[0] = {
  preview: previewFile,
  upload: uploadFile,
  onUploaded: (_, { choice: { file }, isLeft }) => {
    if (isLeft) toast(`${file.name}: ${texts.uploaded}`);
  },
  changes: ['matters'],
};

export type Import = ReturnType<typeof useImport>;

/** Selects, previews, corrects, imports and cancels one file. */
export function useImport() {
  const [chosen, setChosen] = useState<Chosen>({ file: null, mapping: undefined });
  const [note, setNote] = useState<Note | null>(null);
  const { preview, upload, progress, stop, cancel } = useTransfers(work);
  const look = (next: Chosen) => {
    setChosen(next);
    setNote(null);
    stop();
    if (next.file !== null) preview.mutate({ ...next, file: next.file });
  };
  const submit = () => {
    const { file } = chosen;
    setNote(file === null ? { kind: 'error', text: texts.selectFile } : null);
    if (file === null) return;
    // Send a remembered mapping too, because the preview showed it.
    const mapping =
      chosen.mapping ?? (preview.data?.isRemembered === true ? preview.data.mapping : undefined);
    if (preview.isPending) stop();
    upload.mutate({ file, mapping });
  };
  return {
    chosen,
    note,
    preview,
    /** Also while it is made again; undefined after the import. */
    shown: upload.isSuccess ? undefined : (preview.data ?? chosen.earlier),
    upload,
    progress,
    submit,
    /** After an undo: the earlier result and preview are outdated. */
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
