import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useOneMutation } from '../ui/form/use-one-mutation.ts';
import { invalidate } from '../platform/api/read.ts';
import type { Received } from '../platform/api/api-download.ts';
import { saveFile } from '../ui/lib/save-file.ts';
import {
  type SeenClosing,
  downloadExport,
  downloadPeriod,
  latestExport,
  upTo,
} from './exports.queries.ts';
import type { FileChoice } from './file-choices.ts';
import { type ExportRecord, exportEndpoints } from '@recoup/contract/exports/endpoints';
import { userEndpoints } from '@recoup/contract/users/endpoints';
import { send } from '../platform/api/api-client.ts';
import { ApiError } from '../platform/api/api-error.ts';

/** A copy of a period, or a closing; without a choice no file is downloaded after it. */
type Wanted =
  | { choice: FileChoice; period: { from?: string; to?: string } }
  | { choice: FileChoice | undefined; closing: SeenClosing; onClosed: (exportId: string) => void };

/** `layout` of the posting file that was wanted. */
type Closed = { record: ExportRecord; layout: string | undefined };

/** One download at a time. `closed` is the export closed for it, even if its file failed. */
export function useDownload(onSaved?: (file: Received) => void) {
  const [bytes, setBytes] = useState(0);
  const [closed, setClosed] = useState<Closed | null>(null);
  const controller = useRef<AbortController | null>(null);
  const client = useQueryClient();
  const mutation = useOneMutation({
    mutationFn: async (wanted: Wanted) => {
      controller.current = new AbortController();
      const { signal } = controller.current;
      const transfer = { signal, onProgress: setBytes };
      setBytes(0);
      setClosed(null);
      if ('period' in wanted) return downloadPeriod(wanted.period, wanted.choice, transfer);
      const { choice, closing, onClosed } = wanted;
      const record = await closeExport(closing, signal);
      setClosed({ record, layout: choice?.layout });
      onClosed(record._id);
      return choice && downloadExport(record._id, choice, transfer);
    },
    showsProgress: true,
    onSuccess: (file) => file && saveFile(file),
    onSettled: () => {
      controller.current = null;
      // A closing locks entries.
      void invalidate(client, ['exports', 'entries']);
    },
  });
  const isCancelled = mutation.error?.name === 'AbortError';
  return {
    bytes,
    closed,
    isPending: mutation.isPending,
    isCancelled,
    error: isCancelled ? null : mutation.error,
    start: (wanted: Wanted) => {
      // Only who is still here is led on.
      mutation.mutate(wanted, { onSuccess: (file) => file && onSaved?.(file) });
    },
    cancel: () => controller.current?.abort(),
    forget: mutation.reset,
  };
}

/**
 * Closes what was seen. When no readable answer comes, the ledger says whether the export was
 * still created. Throws `ApiError`, and for who cancels the signal's `AbortError`.
 */
async function closeExport(
  { to, rows, sum, blocking, override, layout }: SeenClosing,
  signal: AbortSignal,
): Promise<ExportRecord> {
  const last = (await latestExport(signal))?.number ?? 0;
  try {
    const body = { ...upTo(to), expected: { rows, sum, blocking }, override, layout };
    return (await send(exportEndpoints.createExport, { body }, { signal })).data;
  } catch (error) {
    if (!(error instanceof ApiError) || (error.status > 0 && error.status < 500)) throw error;
    const found = await findClosed({ rows, sum, after: last }, signal).catch(() => undefined);
    if (!found) throw error;
    return found;
  }
}

/** The latest export, if it is the user's own closing of what was seen. */
async function findClosed(
  seen: Pick<SeenClosing, 'rows' | 'sum'> & { after: number },
  signal: AbortSignal,
): Promise<ExportRecord | undefined> {
  const me = await send(userEndpoints.getMe, {}, { signal });
  const latest = await latestExport(signal);
  const isNew =
    latest?.state === 'closed' && latest.number > seen.after && latest.by._id === me._id;
  return isNew && latest.rows === seen.rows && latest.sum === seen.sum ? latest : undefined;
}
