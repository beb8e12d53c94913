import type { RateChangePreview } from '@recoup/contract/call-fees/rate-change-endpoints';
import { useQuery, keepPreviousData } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { ApiError } from '../../platform/api/api-error.ts';
import { today } from '../../platform/browser/local-day.ts';
import { rateMatrixQuery } from '../matrix/fees.queries.ts';
import { validFromError } from '../valid-from.ts';
import {
  raiseContent,
  emptyNotes,
  emptyRaise,
  raiseErrors,
  type RaiseErrors,
  type RaiseValues,
  type RaiseContent,
} from './raise-values.ts';
import { useApplyRaise } from './use-apply-raise.ts';
import { useDebouncedValue } from '@mantine/hooks';
import { noDifferences } from '../preview/compare-fees.ts';
import { comparePreviews } from './compare-previews.ts';
import { raisePreviewQuery } from './raise.queries.ts';

export type Raise = ReturnType<typeof useRaise>;

/** The typed values, their preview, and the raise itself. */
export function useRaise(onApplied: () => void) {
  const [values, setValues] = useState<RaiseValues>(() => emptyRaise(today()));
  const [notes, setNotes] = useState(emptyNotes);
  const [first] = useState({ values, notes });
  const [isTried, setTried] = useState(false);
  const cells = useCells(values);
  // Placeholder rows are of the day chosen before, with other call fees.
  const rows = cells.isPlaceholderData ? undefined : cells.data;
  const content = useMemo(() => raiseContent(values, rows), [values, rows]);
  const preview = useRaisePreview(content);
  const apply = useApplyRaise({ onApplied, onChangedMeanwhile: preview.reject });
  const hasEntries = (preview.preview?.entries.unlocked ?? 0) > 0;
  const saved = { ...notes, isRepricing: notes.isRepricing && hasEntries };
  const errors = raiseErrors(values, saved, rows);
  return {
    values,
    notes: saved,
    cells,
    preview,
    apply,
    isChanged: JSON.stringify({ values, notes }) !== JSON.stringify(first),
    errors: { ...sentErrors(preview.error ?? apply.error), ...shown(errors, values, isTried) },
    change: unlessPending(apply, setValues),
    changeNotes: unlessPending(apply, setNotes),
    /** Enter in a field previews; only the button saves. */
    request: () => {
      setTried(true);
      preview.request();
      return hasNone(errors);
    },
    /** Whether it was sent; the errors are shown from then on. */
    save: (seen: RateChangePreview | undefined): boolean => {
      setTried(true);
      if (!content || !hasNone(errors)) return false;
      if (!seen || preview.isStale) {
        preview.request();
        return true;
      }
      apply.start({ content, notes: saved, preview: seen });
      return true;
    },
  };
}

/** Nothing changes while it is being saved; afterwards an earlier error no longer holds. */
function unlessPending<Part>(
  apply: { isPending: boolean; reset: () => void },
  set: (part: Part) => void,
) {
  return (part: Part): void => {
    if (apply.isPending) return;
    apply.reset();
    set(part);
  };
}

/** The attorneys and types to choose from, on the day of the change. */
function useCells({ isForEveryone, validFrom }: RaiseValues) {
  const isDay = validFromError(validFrom) === undefined;
  return useQuery({ ...rateMatrixQuery(validFrom), enabled: !isForEveryone && isDay });
}

/** Errors from the server, by field; `cells.3` is the fourth of the chosen cells. */
function sentErrors(error: Error | null): RaiseErrors {
  if (!(error instanceof ApiError)) return {};
  const named = Object.entries(error.fields);
  const fields = ['percent', 'validFrom', 'reason'] as const;
  const of = (field: string) =>
    named
      .filter(([name]) => name === field || name.startsWith(`${field}.`))
      .map(([, text]) => text);
  const cells = of('cells').join(' ');
  return {
    ...Object.fromEntries(
      fields.flatMap((field) => of(field).map((text) => [field, text] as const)),
    ),
    ...(cells !== '' && { cells }),
  };
}

/** While one types, a field that is still empty or begun is not yet wrong. */
function shown(errors: RaiseErrors, { percent, validFrom }: RaiseValues, isTried: boolean) {
  if (isTried) return errors;
  const isBegun = /^\s*[+\-\u2212\u2013]?\d*[.,]?\s*$/.test(percent) && !/\d{3}/.test(percent);
  return {
    ...(!isBegun && errors.percent !== undefined && { percent: errors.percent }),
    ...(validFrom !== '' && errors.validFrom !== undefined && { validFrom: errors.validFrom }),
    ...(errors.cells !== undefined && { cells: errors.cells }),
  };
}

function hasNone(errors: RaiseErrors): boolean {
  return Object.keys(errors).length === 0;
}

const debounceMs = 400;

type Rejected = { content: RaiseContent; preview: RateChangePreview };

/** The preview of what is typed, after a pause or at once on Enter. */
function useRaisePreview(content: RaiseContent | undefined) {
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
