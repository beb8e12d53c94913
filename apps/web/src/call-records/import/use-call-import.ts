import {
  type CallImport,
  callImportEndpoints,
  type CallImportPreview,
} from '@recoup/contract/call-records/import-endpoints';
import type { CallMapping } from '@recoup/contract/call-records/mapping';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { replyData } from '../../platform/api/api-transfer.ts';
import { useActionBy } from '../../platform/api/use-action.ts';
import { paths } from '../../platform/browser/paths.ts';
import { type ImportJob, sendFile } from '../../platform/imports/send-file.ts';
import { useImport } from '../../platform/imports/use-import.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { useUnsaved } from '../../ui/form/use-unsaved.ts';
import { addExtensions, callSubjects } from '../call-set-up.queries.ts';
import { importedText } from './call-import-texts.ts';

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

export type OwnParties = ReturnType<typeof useOwnParties>;

const none: ReadonlyMap<string, string> = new Map();

/** Attorneys that are chosen for extensions of a file, by extension, until they are saved. */
function useOwnParties() {
  const [chosen, setChosen] = useState(none);
  const save = useActionBy(saveAttorneys, {
    done: 'Attorneys of extensions saved.',
    changes: callSubjects,
    onDone: () => setChosen(none),
  });
  useUnsaved(() => chosen.size > 0);
  return {
    chosen,
    isSaving: save.isPending,
    error: save.error,
    choose: (party: string, attorney: string) =>
      setChosen((now) => {
        const next = new Map(now);
        if (attorney === '') next.delete(party);
        else next.set(party, attorney);
        return next;
      }),
    save: (onSaved: () => void) => save.run(chosen, { onSuccess: onSaved }),
    forget: () => setChosen(none),
  };
}

/** How a file is read; undefined is left to the server. */
type CallFileChoice = {
  /** The telephone system, where the firm has several of its kind. */
  source: string | undefined;
  zone: string | undefined;
  /** The digits dialled before an outside number. */
  outsidePrefix: string | undefined;
  mapping: CallMapping | undefined;
  isZoneConfirmed: boolean;
  /** Attorneys by extension, saved before the import. */
  attorneys?: ReadonlyMap<string, string>;
};

/** Previews a file of calls. Throws `ApiError`, or `AbortError` when cancelled. */
async function previewCallFile(job: ImportJob<CallFileChoice>): Promise<CallImportPreview> {
  const reply = await sendCalls(job, { dryRun: 'true' });
  return replyData(reply) as CallImportPreview; // by the same schema
}

/** Imports a file of calls. Throws `ApiError`, or `AbortError` when cancelled. */
async function importCallFile(job: ImportJob<CallFileChoice>): Promise<CallImport> {
  if (job.attorneys) await saveAttorneys(job.attorneys);
  job.signal.throwIfAborted();
  const reply = await sendCalls(job, job.isZoneConfirmed ? { isZoneConfirmed: 'true' } : {});
  return replyData(reply) as CallImport; // by the same schema
}

/** Saves whose calls those of extensions are. Throws `ApiError`. */
async function saveAttorneys(attorneys: ReadonlyMap<string, string>): Promise<void> {
  if (attorneys.size === 0) return;
  await addExtensions([...attorneys].map(([value, attorney]) => ({ value, attorney })));
}

async function sendCalls(job: ImportJob<CallFileChoice>, more: object): Promise<string> {
  const { file, source, zone, outsidePrefix, mapping } = job;
  const query = {
    ...more,
    fileName: file.name.slice(0, 200),
    ...(source !== undefined && { source }),
    ...(zone !== undefined && { zone }),
    ...(outsidePrefix !== undefined && { outsidePrefix }),
    ...(mapping !== undefined && { mapping: JSON.stringify(mapping) }),
  };
  return sendFile(callImportEndpoints.createCallImport, query, job);
}
