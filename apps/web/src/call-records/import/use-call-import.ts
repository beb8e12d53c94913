import { useNavigate } from 'react-router';
import type { CallImport, CallImportPreview } from '@recoup/contract/call-records/import-endpoints';
import { paths } from '../../platform/browser/paths.ts';
import { useImport } from '../../platform/imports/use-import.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { type CallFileChoice, importCallFile, previewCallFile } from './call-file.ts';
import { importedText } from './call-import-texts.ts';
import { useOwnParties } from './use-own-parties.ts';
import { callSubjects } from '../call-set-up.queries.ts';

const start: CallFileChoice = {
  source: undefined,
  zone: undefined,
  outsidePrefix: undefined,
  mapping: undefined,
  isZoneConfirmed: false,
};

export type CallImportState = ReturnType<typeof useCallImport>;

/** An import tells its numbers on every page, and leads to the calls. */
export function useCallImport() {
  const parties = useOwnParties();
  const navigate = useNavigate();
  const action = { label: 'Show calls', onClick: () => void navigate(paths.firmCalls) };
  const state = useImport<CallFileChoice, CallImportPreview, CallImport>({
    start,
    atMost: ': export fewer months at a time.',
    preview: previewCallFile,
    upload: importCallFile,
    complete: (choice, shown) => ({ ...asShown(choice, shown), attorneys: parties.chosen }),
    corrected,
    onUploaded: (result, { file }) => {
      parties.forget();
      toast(`${file.name}: ${importedText(result)}`, 'good', action);
    },
    changes: callSubjects,
    isOnce: true,
  });
  return {
    ...state,
    parties,
    correct: (change: Partial<CallFileChoice>) =>
      state.correct({ ...change, isZoneConfirmed: false }),
  };
}

/** The choice to send: values that the preview shows complete those that the user chose. */
function asShown(choice: CallFileChoice, shown: CallImportPreview | undefined): CallFileChoice {
  const remembered = shown?.isRemembered === true ? shown.mapping : undefined;
  return {
    ...choice,
    mapping: choice.mapping ?? remembered,
    zone: choice.zone ?? shown?.source.zone,
    outsidePrefix: choice.outsidePrefix ?? shown?.outsidePrefix,
  };
}

/** The fields show at once what was chosen. */
function corrected(shown: CallImportPreview, change: Partial<CallFileChoice>): CallImportPreview {
  const { source: before } = shown;
  const { source = before._id, zone = before.zone } = change;
  const { mapping = shown.mapping, outsidePrefix = shown.outsidePrefix } = change;
  return { ...shown, source: { ...before, _id: source, zone }, mapping, outsidePrefix };
}
