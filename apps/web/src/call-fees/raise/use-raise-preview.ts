import type { RateChangePreview } from '@recoup/contract/call-fees/rate-change-endpoints';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { noDifferences } from '../preview/compare-fees.ts';
import { comparePreviews } from './compare-previews.ts';
import type { RaiseContent } from './raise-values.ts';
import { raisePreviewQuery } from './raise.queries.ts';

const debounceMs = 400;

type Rejected = { content: RaiseContent; preview: RateChangePreview };

/** The preview of what is typed, after a pause or at once on Enter. */
export function useRaisePreview(content: RaiseContent | undefined) {
  const [debounced] = useDebouncedValue(content, debounceMs);
  const [entered, setEntered] = useState<RaiseContent>();
  // That of a preview which was no longer true when it was to be applied.
  const [rejected, setRejected] = useState<Rejected>();
  const requested = content === entered ? content : debounced;
  const query = useQuery({
    ...raisePreviewQuery(requested),
    placeholderData: keepPreviousData,
  });
  const isFresh = content === requested && !query.isFetching;
  const data = content === undefined || query.error !== null ? undefined : query.data;
  const isAgain = rejected !== undefined && rejected.content === content;
  return {
    preview: data,
    error: isFresh && content !== undefined ? query.error : null,
    /** It is not that of what is typed, or not loaded again yet. */
    isStale: content !== undefined && !isFresh,
    differences: isAgain && data ? comparePreviews(rejected.preview, data) : noDifferences,
    isAgain,
    /** Requests it without waiting for a pause, or again after an error. */
    request: () => {
      setEntered(content);
      if (isFresh && query.error !== null) void query.refetch();
    },
    /** Another user has changed the fees: requests it again, to be compared with this one. */
    reject: (preview: RateChangePreview) => {
      if (content !== undefined) setRejected({ content, preview });
      void query.refetch();
    },
  };
}
