import { type QueryClient, queryOptions, skipToken } from '@tanstack/react-query';
import type { EndpointInput } from '@recoup/contract/core/endpoint';
import {
  entryCorrectionEndpoints,
  maxCorrectedEntries,
} from '@recoup/contract/entries/entry-corrections';
import type { Entry } from '@recoup/contract/entries/endpoints';
import { sendDryRun } from '../../platform/api/api-client.ts';
import { subjectKey } from '../../platform/api/read.ts';
import type { ListView } from '../../ui/list/list-view.ts';
import { withoutDeleted } from '../deletion/without-deleted.ts';
import { type EntryFilterValues, firmEntriesQuery } from '../lists/firm-entries.queries.ts';

type NewCorrection = EndpointInput<typeof entryCorrectionEndpoints.createEntryCorrection>['body'];
/** The content of a correction, without its reason. */
export type CorrectionContent = Pick<NewCorrection, 'entries' | 'matter' | 'disbursementType'>;

/** The preview of a correction. It stays as shown until the page requests it again. */
export function correctionPreviewQuery(content: CorrectionContent | undefined) {
  return queryOptions({
    queryKey: [...subjectKey('entries'), 'correction', content ?? null] as const,
    queryFn:
      content === undefined
        ? skipToken
        : async ({ signal }) => {
            const body = { ...content, dryRun: true };
            const { createEntryCorrection } = entryCorrectionEndpoints;
            return (await sendDryRun(createEntryCorrection, { body }, { signal })).data;
          },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnReconnect: false,
  });
}

/** After entries turned out to be deleted or locked. */
export async function refreshList(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ queryKey: [...subjectKey('entries'), 'firm'] });
}

/** The view of a list without its page: all matching entries. */
export type MatchingEntries = Pick<ListView, 'search' | 'sort'> & {
  filters: EntryFilterValues;
  deleted: ReadonlySet<string>;
};

/** Reads the matching entries that can be corrected, up to the limit of one request. */
export async function readCorrectable(
  client: QueryClient,
  { filters, search, sort, deleted }: MatchingEntries,
): Promise<Entry[]> {
  // Exported entries are locked, and may fill thousands of pages.
  const open: EntryFilterValues = { ...filters, exported: filters.exported || 'false' };
  const found: Entry[] = [];
  const size = 100;
  for (let page = 1; found.length < maxCorrectedEntries; page += 1) {
    const query = firmEntriesQuery(open, { page, size, search, sort }, deleted);
    const { count, ...rest } = await client.fetchQuery(query);
    found.push(...withoutDeleted({ count, ...rest }, deleted).data.filter(isCorrectable));
    if (page * size >= count) break;
  }
  return found.slice(0, maxCorrectedEntries);
}

export function isCorrectable({ isLocked, reverses }: Entry): boolean {
  return !isLocked && reverses === undefined;
}
