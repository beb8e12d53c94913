import { useDebouncedValue } from '@mantine/hooks';
import { newId } from '@recoup/contract/core/ids';
import {
  type ChangedRates,
  feeChangeEndpoints,
  type FeeChangePreview,
} from '@recoup/contract/fee-changes/endpoints';
import {
  keepPreviousData,
  type QueryClient,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { rateMatrixQuery } from '../call-fees/call-fees.queries.ts';
import {
  compareCells,
  compareFees,
  type Differences,
  noDifferences,
} from '../call-fees/preview/compare-fees.ts';
import { validFromError } from '../call-fees/valid-from.ts';
import { send } from '../platform/api/api-client.ts';
import { ApiError } from '../platform/api/api-error.ts';
import { invalidate } from '../platform/api/read.ts';
import { today } from '../platform/browser/local-day.ts';
import { toast } from '../ui/feedback/toast.tsx';
import { useOneMutation } from '../ui/form/use-one-mutation.ts';
import { appliedText } from './fee-change-texts.ts';
import {
  emptyFeeChange,
  emptyNotes,
  feeChangeContent,
  type FeeChangeContent,
  feeChangeErrors,
  type FeeChangeErrors,
  type FeeChangeNotes,
  type FeeChangeValues,
} from './fee-change-values.ts';
import { feeChangePreviewQuery, pricedSubjects, takeBack } from './fee-changes.queries.ts';
import { takenBackText } from './ledger/ledger-texts.ts';

export type FeeChangeForm = ReturnType<typeof useFeeChange>;

/** The typed values, their preview, and the raise itself. */
export function useFeeChange(onApplied: () => void) {
  const [values, setValues] = useState<FeeChangeValues>(() => emptyFeeChange(today()));
  const [notes, setNotes] = useState(emptyNotes);
  const [first] = useState({ values, notes });
  const [isTried, setTried] = useState(false);
  const cells = useCells(values);
  // Placeholder rows are of the day chosen before, with other call fees.
  const rows = cells.isPlaceholderData ? undefined : cells.data;
  const content = useMemo(() => feeChangeContent(values, rows), [values, rows]);
  const preview = useFeeChangePreview(content);
  const apply = useApplyFeeChange({ onApplied, onChangedMeanwhile: preview.reject });
  const hasEntries = (preview.preview?.entries.unlocked ?? 0) > 0;
  const saved = { ...notes, isRepricing: notes.isRepricing && hasEntries };
  const errors = feeChangeErrors(values, saved, rows);
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
    save: (seen: FeeChangePreview | undefined): boolean => {
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
function useCells({ isForEveryone, validFrom }: FeeChangeValues) {
  const isDay = validFromError(validFrom) === undefined;
  return useQuery({ ...rateMatrixQuery(validFrom), enabled: !isForEveryone && isDay });
}

/** Errors from the server, by field; `cells.3` is the fourth of the chosen cells. */
function sentErrors(error: Error | null): FeeChangeErrors {
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
function shown(errors: FeeChangeErrors, { percent, validFrom }: FeeChangeValues, isTried: boolean) {
  if (isTried) return errors;
  const isBegun = /^\s*[+\-\u2212\u2013]?\d*[.,]?\s*$/.test(percent) && !/\d{3}/.test(percent);
  return {
    ...(!isBegun && errors.percent !== undefined && { percent: errors.percent }),
    ...(validFrom !== '' && errors.validFrom !== undefined && { validFrom: errors.validFrom }),
    ...(errors.cells !== undefined && { cells: errors.cells }),
  };
}

function hasNone(errors: FeeChangeErrors): boolean {
  return Object.keys(errors).length === 0;
}

const debounceMs = 400;

type Rejected = { content: FeeChangeContent; preview: FeeChangePreview };

/** The preview of what is typed, after a pause or at once on Enter. */
function useFeeChangePreview(content: FeeChangeContent | undefined) {
  const [debounced] = useDebouncedValue(content, debounceMs);
  const [entered, setEntered] = useState<FeeChangeContent>();
  // That of a preview which was no longer true when it was to be applied.
  const [rejected, setRejected] = useState<Rejected>();
  const requested = content === entered ? content : debounced;
  const query = useQuery({
    ...feeChangePreviewQuery(requested),
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
    reject: (preview: FeeChangePreview) => {
      if (content !== undefined) setRejected({ content, preview });
      void query.refetch();
    },
  };
}

type FeeChangeInput = {
  content: FeeChangeContent;
  notes: FeeChangeNotes;
  preview: FeeChangePreview;
};
type Options = {
  onApplied: () => void;
  onChangedMeanwhile: (preview: FeeChangePreview) => void;
};

/** Saves a raise as it was previewed; sent again after a lost answer, it has the same id. */
function useApplyFeeChange({ onApplied, onChangedMeanwhile }: Options) {
  const client = useQueryClient();
  const sent = useRef({ content: '', id: '' });
  const apply = useOneMutation({
    mutationFn: async (raise: FeeChangeInput & { id: string }) =>
      (await send(feeChangeEndpoints.createRateChange, { body: toBody(raise) })).data,
    onSuccess: async ({ _id }, { content }) => {
      onApplied();
      const action = { label: 'Undo', onClick: () => void undo(client, _id) };
      toast(appliedText(content), 'good', action);
      await invalidate(client, pricedSubjects);
    },
    onError: (error, { preview }) => {
      if (error instanceof ApiError && error.code === 'changed_meanwhile')
        onChangedMeanwhile(preview);
    },
  });
  const start = (raise: FeeChangeInput) => {
    const content = JSON.stringify([raise.content, raise.notes]);
    if (sent.current.content !== content) sent.current = { content, id: newId() };
    apply.mutate({ ...raise, id: sent.current.id });
  };
  return { start, error: apply.error, isPending: apply.isPending, reset: apply.reset };
}

function toBody({ id, content, notes, preview }: FeeChangeInput & { id: string }) {
  const reason = notes.reason.trim();
  return {
    _id: id,
    ...content,
    reprice: notes.isRepricing,
    ...(reason !== '' && { reason }),
    expected: preview.state,
  };
}

/** From the notice, which may be shown on another page by now. */
async function undo(client: QueryClient, id: string): Promise<void> {
  try {
    toast(takenBackText(await takeBack(id)));
  } catch (error) {
    toast(error instanceof Error ? error.message : String(error), 'bad');
  }
  await invalidate(client, pricedSubjects);
}

type Cells = Pick<FeeChangePreview, 'cells'>;

export function comparePreviews(earlier: Cells, now: Cells): Differences {
  return compareCells(earlier.cells, now.cells, {
    keyOf: cellKey,
    nameOf: cellName,
    differenceOf: compareFees,
  });
}

export function cellKey({ attorney, disbursementType }: ChangedRates): string {
  return `${attorney._id} ${disbursementType._id}`;
}

function cellName({ attorney, disbursementType }: ChangedRates): string {
  return `${attorney.name}, ${disbursementType.name}`;
}
