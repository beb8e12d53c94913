import type { Entry } from '@recoup/contract/entries/endpoints';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ApiError } from '../../platform/api/api-error.ts';
import type { MatterChoice } from '../form/matter-choice.ts';
import { type CorrectionContent, correctionPreviewQuery } from './entry-corrections.queries.ts';

export type ShownPreview = ReturnType<typeof useCorrectionPreview>;

/** Null and empty where the entries stay as they are. */
export type CorrectionChoice = { matter: MatterChoice | null; disbursementType: string };

/** The preview of what is chosen. */
export function useCorrectionPreview(
  items: readonly Entry[],
  { matter, disbursementType }: CorrectionChoice,
) {
  const content: CorrectionContent | undefined =
    (matter === null && disbursementType === '') || items.length === 0
      ? undefined
      : {
          entries: items.map(({ _id }) => _id),
          ...(matter !== null && { matter: matter._id }),
          ...(disbursementType !== '' && { disbursementType }),
        };
  const query = useQuery({
    ...correctionPreviewQuery(content),
    placeholderData: keepPreviousData,
  });
  return {
    content,
    preview: content === undefined || query.error !== null ? undefined : query.data,
    error: content === undefined ? null : query.error,
    /** Entries that the server no longer has; it names the first of many. */
    deleted: deletedAmong(items, query.error),
    /** It is not that of what is chosen, or not loaded again yet. */
    isStale: content !== undefined && query.isFetching,
    requestAgain: () => void query.refetch(),
  };
}

function deletedAmong(items: readonly Entry[], error: Error | null): readonly Entry[] {
  if (!(error instanceof ApiError) || error.code !== 'not_found') return [];
  return items.filter((_, at) => error.fields[`entries.${at}`] !== undefined);
}
