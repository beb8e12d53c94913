import { useForm, type UseFormReturnType } from '@mantine/form';
import {
  useQuery,
  type QueryClient,
  useQueryClient,
  keepPreviousData,
} from '@tanstack/react-query';
import { useRef } from 'react';
import { type Entry, reason as reasonField } from '@recoup/contract/entries/endpoints';
import { newId } from '@recoup/contract/core/ids';
import { formatRand, toCents } from '@recoup/contract/core/money';
import {
  type CorrectedEntry,
  type EntryCorrectionPreview,
  entryCorrectionEndpoints,
} from '@recoup/contract/entries/entry-corrections';
import { usableTypesQuery } from '../lists/firm-entries.queries.ts';
import type { MatterChoice } from '../form/matter-choice.ts';
import { MatterSearch } from '../matter-search/matter-search.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { SelectField, TextAreaField } from '../../ui/form/fields.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import formStyles from '../../ui/form/form-shell.module.css';
import {
  entriesText,
  correctedText,
  takenBackText,
  deletedText,
  previewText,
  problemsText,
} from './correction-texts.ts';
import { ApiError } from '../../platform/api/api-error.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { useOneMutation } from '../../ui/form/use-one-mutation.ts';
import { isPassing } from '../outbox/retry.ts';
import { type CorrectionContent, correctionPreviewQuery } from './entry-corrections.queries.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import { formatDate } from '../../ui/lib/format.ts';
import type { Column } from '../../ui/list/column.ts';
import { PagedTable } from '../../ui/list/paged-table.tsx';
import { lineVatText } from '../../vat/vat-texts.ts';
import { invalidate } from '../../platform/api/read.ts';
import { send } from '../../platform/api/api-client.ts';
import styles from './bulk-corrections.module.css';

type Props = {
  items: readonly Entry[];
  /** They are no longer selected. */
  onLeaveOut: (ids: ReadonlySet<string>) => void;
  onCorrected: () => void;
  onClose: () => void;
};
type CorrectionValues = CorrectionChoice & { reason: string };

const empty: CorrectionValues = { matter: null, disbursementType: '', reason: '' };

/** Gives entries another matter or type, after a preview of each. */
export function CorrectEntriesDialog({ items, onLeaveOut, onCorrected, onClose }: Props) {
  const form = useForm<CorrectionValues>({ initialValues: empty, validate: correctionErrors });
  const shown = useCorrectionPreview(items, form.values);
  const correction = useCorrection({ onCorrected, onChangedMeanwhile: shown.requestAgain });
  const save = ({ reason }: CorrectionValues) => {
    if (shown.content && shown.preview && !shown.isStale)
      correction.start({ content: shown.content, reason, expected: shown.preview.state });
  };
  const { changed = 0, problems = 0 } = shown.preview ?? {};
  const action = {
    label: 'Correct',
    isBusy: correction.isPending || shown.isStale,
    isDisabled: shown.preview !== undefined && (problems > 0 || changed === 0),
  };
  return (
    <FormDialog
      title={`Correct ${entriesText(items.length)}`}
      form={form}
      saving={correction}
      onSave={save}
      action={action}
      size="large"
      onClose={onClose}
    >
      <Fields form={form} />
      <CorrectionPreview shown={shown} onLeaveOut={onLeaveOut} />
    </FormDialog>
  );
}

function Fields({ form }: { form: UseFormReturnType<CorrectionValues> }) {
  const types = useQuery(usableTypesQuery).data ?? [];
  const { matter } = form.values;
  const { error } = form.getInputProps('matter');
  const choose = (chosen: MatterChoice | null) => form.setFieldValue('matter', chosen);
  return (
    <>
      <div className={formStyles.fields}>
        <div>
          <MatterSearch
            isRequired={false}
            value={matter}
            error={typeof error === 'string' ? error : undefined}
            onChoose={choose}
          />
          {matter !== null && (
            <Button variant="quiet" size="small" onClick={() => choose(null)}>
              Leave matters as they are
            </Button>
          )}
        </div>
        <SelectField
          label="Disbursement type"
          options={[{ value: '', label: 'As it is' }, ...types]}
          {...form.getInputProps('disbursementType')}
        />
      </div>
      <TextAreaField
        {...form.getInputProps('reason')}
        label="Reason"
        description="Kept with your name in the audit log of each entry."
        rows={2}
        isRequired
      />
    </>
  );
}

function correctionErrors({ matter, disbursementType, reason }: CorrectionValues) {
  const isEmpty = matter === null && disbursementType === '';
  const { error } = reasonField.safeParse(reason);
  return {
    ...(isEmpty && { matter: 'Please choose a matter or a disbursement type.' }),
    ...(error && { reason: error.issues[0]?.message }),
  };
}

type Correction = { content: CorrectionContent; reason: string; expected: string };
type Options = { onCorrected: () => void; onChangedMeanwhile: () => void };

/** Saves a correction as it was previewed; sent again after a lost answer, it has the same id. */
function useCorrection({ onCorrected, onChangedMeanwhile }: Options) {
  const client = useQueryClient();
  const sent = useRef({ request: '', id: '' });
  const correct = useOneMutation({
    mutationFn: async ({ content, ...rest }: Correction & { _id: string }) => {
      const body = { ...content, ...rest };
      return (await send(entryCorrectionEndpoints.createEntryCorrection, { body })).data;
    },
    onSuccess: async (saved) => {
      onCorrected();
      toast(correctedText(saved), 'good', undoAction(client, saved._id));
      await invalidate(client, ['entries', 'matters']);
    },
    onError: (error) => {
      // Without an answer it may be saved: a new preview would find nothing left to correct.
      if (mayBeSentAgain(error)) return;
      if (error instanceof ApiError && error.code !== 'conflict') onChangedMeanwhile();
    },
  });
  const start = (correction: Correction) => {
    const request = JSON.stringify([correction.content, correction.reason]);
    if (sent.current.request !== request) sent.current = { request, id: newId() };
    correct.mutate({ ...correction, _id: sent.current.id });
  };
  return {
    start,
    error: correct.error,
    isPending: correct.isPending,
    isSuccess: correct.isSuccess,
  };
}

function undoAction(client: QueryClient, id: string) {
  return { label: 'Undo', onClick: () => void takeBack(client, id) };
}

function mayBeSentAgain(error: unknown): boolean {
  return error instanceof ApiError && isPassing(error);
}

/** From the notice, which may be shown on another page by now. Nothing else offers it again. */
async function takeBack(client: QueryClient, id: string): Promise<void> {
  try {
    const { data } = await send(entryCorrectionEndpoints.undoEntryCorrection, { params: { id } });
    toast(takenBackText(data.entries));
  } catch (error) {
    const again = mayBeSentAgain(error) ? undoAction(client, id) : undefined;
    toast(error instanceof Error ? error.message : String(error), 'bad', again);
  }
  await invalidate(client, ['entries', 'matters']);
}

type CorrectionPreviewProps = {
  shown: ShownPreview;
  onLeaveOut: (ids: ReadonlySet<string>) => void;
};

/** The preview of a correction, with the problems that prevent it. */
function CorrectionPreview({ shown, onLeaveOut }: CorrectionPreviewProps) {
  const { preview, error, deleted, isStale } = shown;
  if (deleted.length > 0) return <Deleted shown={shown} onLeaveOut={onLeaveOut} />;
  if (error !== null) return <Alert kind="error">{error.message}</Alert>;
  if (!preview)
    return <output className={styles.hint}>Choose a matter or a type to see what changes.</output>;
  return (
    <>
      <output aria-busy={isStale}>{previewText(preview)}</output>
      {preview.problems > 0 && <Problems preview={preview} onLeaveOut={onLeaveOut} />}
      <PagedTable
        label="What changes"
        columns={columns}
        rows={preview.entries.toSorted((one, other) => rank(one) - rank(other))}
        rowKey={({ _id }) => _id}
        isStale={isStale}
      />
    </>
  );
}

/** Another user deleted them after they were selected. */
function Deleted({ shown: { deleted, content }, onLeaveOut }: CorrectionPreviewProps) {
  const isRest = content !== undefined && deleted.length < content.entries.length;
  return (
    <Refusal
      text={deletedText(deleted)}
      label={isRest ? `Leave out ${entriesText(deleted.length)}` : 'Clear selection'}
      onLeaveOut={() => onLeaveOut(entryIds(deleted))}
    />
  );
}

type ProblemProps = {
  preview: EntryCorrectionPreview;
  onLeaveOut: CorrectionPreviewProps['onLeaveOut'];
};

function Problems({ preview: { entries, problems }, onLeaveOut }: ProblemProps) {
  const refused = entries.filter(({ problem }) => problem !== null);
  return (
    <Refusal
      text={problemsText(problems)}
      label={problems < entries.length ? `Leave out ${entriesText(problems)}` : undefined}
      onLeaveOut={() => onLeaveOut(entryIds(refused))}
    />
  );
}

type RefusalProps = { text: string; label: string | undefined; onLeaveOut: () => void };

function Refusal({ text, label, onLeaveOut }: RefusalProps) {
  return (
    <Alert kind="error">
      <p className={styles.problems}>{text}</p>
      {label !== undefined && (
        <Button variant="outline" size="small" onClick={onLeaveOut}>
          {label}
        </Button>
      )}
    </Alert>
  );
}

function entryIds(entries: readonly { _id: string }[]): ReadonlySet<string> {
  return new Set(entries.map(({ _id }) => _id));
}

/** Entries that cannot be corrected come first, unchanged entries last. */
function rank({ problem, isChanged }: CorrectedEntry): number {
  if (problem !== null) return 0;
  return isChanged ? 1 : 2;
}

const columns: readonly Column<CorrectedEntry>[] = [
  { key: 'date', title: 'Date', noWrap: true, cell: ({ date }) => formatDate(date) },
  {
    key: 'matter',
    title: 'Matter',
    isTitle: true,
    cell: ({ matter }) => `${matter.number} ${matter.name}`,
  },
  { key: 'attorney', title: 'Attorney', cell: ({ attorney }) => attorney.name },
  { key: 'type', title: 'Type', cell: ({ disbursementType }) => disbursementType.name },
  { key: 'before', title: 'Amount', align: 'end', cell: ({ before }) => rand(before) },
  { key: 'after', title: 'Becomes', align: 'end', cell: Becomes },
];

function Becomes({ problem, isChanged, after, vat }: CorrectedEntry) {
  if (problem !== null) return <span className={styles.problem}>{problem}</span>;
  if (!isChanged) return 'Stays as it is';
  const isOtherVat = vat !== undefined && lineVatText(vat.before) !== lineVatText(vat.after);
  return (
    <span>
      {rand(after)}
      {isOtherVat && <small className={styles.below}>{lineVatText(vat.after) ?? 'No VAT'}</small>}
    </span>
  );
}

function rand(amount: number): string {
  return formatRand(toCents(amount));
}

type ShownPreview = ReturnType<typeof useCorrectionPreview>;

/** Null and empty where the entries stay as they are. */
type CorrectionChoice = { matter: MatterChoice | null; disbursementType: string };

/** The preview of what is chosen. */
function useCorrectionPreview(
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
