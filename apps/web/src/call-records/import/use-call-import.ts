import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { CallImport, CallImportPreview } from '@recoup/contract/call-records/import-endpoints';
import { texts } from '@recoup/contract/core/texts';
import { useTransfers } from '../../matters/import/use-transfers.ts';
import { paths } from '../../platform/browser/paths.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import {
  type CallFileChoice,
  type CallUploadChoice,
  importCallFile,
  previewCallFile,
  validateCallFile,
} from './call-file.ts';
import { importedText } from './call-import-texts.ts';
import { useOwnParties } from './use-own-parties.ts';

type Chosen = Omit<CallFileChoice, 'file'> & {
  file: File | null;
  isZoneConfirmed: boolean;
  /** Shown while the file is checked again, so that the changed field keeps the focus. */
  earlier?: CallImportPreview | undefined;
};
type Note = { kind: 'error' | 'info'; text: string };
export type CallFileCorrection = Partial<Omit<CallFileChoice, 'file'>>;

const nothing: Chosen = {
  file: null,
  source: undefined,
  zone: undefined,
  outsidePrefix: undefined,
  mapping: undefined,
  isZoneConfirmed: false,
};

export type CallImportState = ReturnType<typeof useCallImport>;

/** Selects, previews, corrects, imports and cancels one file of calls. */
export function useCallImport() {
  const [chosen, setChosen] = useState(nothing);
  const [note, setNote] = useState<Note | null>(null);
  const parties = useOwnParties();
  const { preview, upload, progress, stop, cancel } = useCallTransfers(parties.forget);
  /** Also while it is made again; undefined after the import. */
  const shown = upload.isSuccess ? undefined : (preview.data ?? chosen.earlier);
  const look = (next: Chosen) => {
    setChosen(next);
    setNote(null);
    stop();
    if (next.file !== null) preview.mutate({ ...next, file: next.file });
  };
  const lookAgain = () =>
    upload.isPending ? undefined : look({ ...chosen, earlier: preview.data ?? chosen.earlier });
  const submit = () => {
    const { file } = chosen;
    setNote(file === null ? { kind: 'error', text: texts.selectFile } : null);
    // A second click must not import the same file again.
    if (file === null || upload.isSuccess) return;
    if (preview.isPending) stop();
    upload.mutate({ ...asShown(chosen, shown), file, attorneys: parties.chosen });
  };
  const state = { chosen, note, preview, shown, upload, progress, parties, submit, lookAgain };
  return {
    ...state,
    refuse: (text: string) => setNote({ kind: 'error', text }),
    pick: (file: File | null) => {
      const fault = file === null ? undefined : validateCallFile(file);
      look({ ...nothing, file: fault === undefined ? file : null });
      if (fault !== undefined) setNote({ kind: 'error', text: fault });
    },
    correct: (change: CallFileCorrection) =>
      look({ ...chosen, ...change, isZoneConfirmed: false, earlier: corrected(shown, change) }),
    confirmZone: (isZoneConfirmed: boolean) => setChosen({ ...chosen, isZoneConfirmed }),
    cancel: () => setNote({ kind: 'info', text: cancel() }),
  };
}

/** An import tells its numbers on every page, and leads to the calls. */
function useCallTransfers(onUploaded: () => void) {
  const navigate = useNavigate();
  const action = { label: 'Show calls', onClick: () => void navigate(paths.firmCalls) };
  return useTransfers<CallUploadChoice, CallImportPreview, CallImport>({
    preview: previewCallFile,
    upload: importCallFile,
    onUploaded: (result, { choice: { file } }) => {
      onUploaded();
      toast(`${file.name}: ${importedText(result)}`, 'good', action);
    },
    changes: ['call-records'],
  });
}

/** The choice to send: values that the preview shows complete those that the user chose. */
function asShown(chosen: Chosen, shown: CallImportPreview | undefined) {
  const { earlier: _, ...choice } = chosen;
  const remembered = shown?.isRemembered === true ? shown.mapping : undefined;
  return {
    ...choice,
    mapping: chosen.mapping ?? remembered,
    zone: chosen.zone ?? shown?.source.zone,
    outsidePrefix: chosen.outsidePrefix ?? shown?.outsidePrefix,
  };
}

/** The fields show at once what was chosen. */
function corrected(
  shown: CallImportPreview | undefined,
  { source, zone, ...change }: CallFileCorrection,
): CallImportPreview | undefined {
  if (shown === undefined) return undefined;
  const { source: before } = shown;
  const after = { ...before, _id: source ?? before._id, zone: zone ?? before.zone };
  const { mapping = shown.mapping, outsidePrefix = shown.outsidePrefix } = change;
  return { ...shown, source: after, mapping, outsidePrefix };
}
