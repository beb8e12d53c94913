import { type ExportRecord, exportEndpoints } from '@recoup/contract/exports/endpoints';
import { userEndpoints } from '@recoup/contract/users/endpoints';
import { send } from '../../platform/api/api-client.ts';
import { ApiError } from '../../platform/api/api-error.ts';
import { type SeenClosing, latestExport, upTo } from '../exports.queries.ts';

/**
 * Closes what was seen. When no readable answer comes, the ledger says whether the export was
 * still created. Throws `ApiError`, and for who cancels the signal's `AbortError`.
 */
export async function closeExport(
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
