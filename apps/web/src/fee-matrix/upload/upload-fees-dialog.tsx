import { type ChangedMatrixCell, rateMatrixEndpoints } from '@recoup/contract/fee-matrix/endpoints';
import { useMutation } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { FeeChange } from '../../call-fees/preview/changed-fee.tsx';
import {
  compareCells,
  compareFees,
  type Differences,
  noDifferences,
} from '../../call-fees/preview/compare-fees.ts';
import { differencesText, laterText, rejectionText } from '../../fee-changes/fee-change-texts.ts';
import { send } from '../../platform/api/api-client.ts';
import { ApiError } from '../../platform/api/api-error.ts';
import { useActionBy } from '../../platform/api/use-action.ts';
import { decode, readFile } from '../../platform/browser/text-file.ts';
import { DialogButtons } from '../../ui/dialog/dialog-buttons.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { errorCountText, RejectedRowTable } from '../../ui/feedback/rejected-row-table.tsx';
import { FilePicker } from '../../ui/form/file-picker.tsx';
import shared from '../../ui/layout/shared.module.css';
import { formatCount, formatDate } from '../../ui/lib/format.ts';
import type { Column } from '../../ui/list/column.ts';
import { PagedTable } from '../../ui/list/paged-table.tsx';

/** Fees from a spreadsheet: choose a file, look at what changes, apply. */
export function UploadFeesDialog({ onClose }: { onClose: () => void }) {
  const upload = useUploadFees(onClose);
  const { shown, apply } = upload;
  const isReady = shown !== undefined && shown.changed.length > 0;
  const action = {
    label: 'Apply',
    isDisabled: !isReady,
    isBusy: apply.isPending || (isReady && upload.isPending),
    onClick: apply.start,
  };
  return (
    <Dialog
      title="Upload fees"
      isOpen
      onClose={onClose}
      isChanged={isReady}
      loss="The file is not applied."
      size="large"
      actions={<DialogButtons action={action} />}
    >
      <div className={shared.stack}>
        <p>
          Download the CSV, change it in a spreadsheet, and upload it here. In each row that you
          change, enter as validFrom the day from which the new fees hold: today or later. You see
          what changes first. If any row has an error, nothing is changed.
        </p>
        <FilePicker {...picker} file={upload.file} onPick={upload.pick} onReject={upload.reject} />
        <FileOutcome {...upload} />
      </div>
    </Dialog>
  );
}

function FileOutcome({
  shown,
  isPending,
  differences,
  hasChanged,
  error,
  rejection,
}: ReturnType<typeof useUploadFees>) {
  const button = shown?.changed.length === 0 ? undefined : 'Apply';
  return (
    <>
      {isPending && !shown && <p aria-busy="true">Reading the file…</p>}
      {error !== undefined && (
        <Alert kind="error">
          <p>{rejectionText(error)}</p>
          {rejection && (
            <p>{errorCountText(rejection.refused)}. Correct them, and choose the file again.</p>
          )}
          {hasChanged && <p>{differencesText(differences, button)}</p>}
        </Alert>
      )}
      {rejection && <RejectedRowTable {...rejection} />}
      {shown && <ChangedCells result={shown} isStale={isPending} differences={differences} />}
    </>
  );
}

const picker = { label: 'Fees file', accept: '.csv', hint: 'CSV', atMost: '8 MB' } as const;

type Result = { rows: number; unchanged: number; changed: readonly ChangedMatrixCell[] };
type Props = { result: Result; isStale: boolean; differences: Differences };

/** Changes that the file would make; cells that another user has changed come first. */
function ChangedCells({ result, isStale, differences }: Props) {
  const { rows, unchanged, changed } = result;
  const cells = useMemo(() => inOrder(changed, differences), [changed, differences]);
  const columns = useMemo(() => columnsWith(differences), [differences]);
  const outcome = outcomeText({
    rows,
    changed: rows - unchanged,
    listed: changed.length,
    ended: changed.filter(({ after }) => after.length === 0).length,
  });
  if (changed.length === 0) return <Alert kind="info">{outcome}</Alert>;
  return (
    <>
      <p role="status">{outcome}</p>
      <PagedTable
        label="Changes"
        columns={columns}
        rows={cells}
        rowKey={cellKey}
        isStale={isStale}
      />
    </>
  );
}

function inOrder(cells: readonly ChangedMatrixCell[], { byCell }: Differences) {
  const rank = (cell: ChangedMatrixCell) => (byCell.has(cellKey(cell)) ? 0 : 1);
  return cells.toSorted((a, b) => rank(a) - rank(b));
}

function columnsWith({ byCell }: Differences): readonly Column<ChangedMatrixCell>[] {
  return [
    { key: 'attorney', title: 'Attorney', isTitle: true, cell: ({ attorney }) => attorney.name },
    { key: 'type', title: 'Type', cell: ({ disbursementType }) => disbursementType.name },
    {
      key: 'validFrom',
      title: 'Valid from',
      noWrap: true,
      cell: ({ validFrom }) => formatDate(validFrom),
    },
    {
      key: 'fees',
      title: 'Fees',
      cell: (cell) => (
        <FeeChange {...cell} later={laterText(cell)} difference={byCell.get(cellKey(cell))} />
      ),
    },
  ];
}

/** The server reads as many characters. */
const largestFile = 8_000_000;

type Chosen = { file: File | null; fault?: string | undefined };
type FeesFile = { content: string; name: string };
type Previewed = Awaited<ReturnType<typeof sendFees>> & { read: FeesFile };

/** Previews a file as it is chosen, and applies what was previewed. */
function useUploadFees(onApplied: () => void) {
  const [{ file, fault }, setChosen] = useState<Chosen>({ file: null });
  const preview = usePreview();
  const apply = useApply({
    onApplied,
    onChangedMeanwhile: (rejected) => preview.mutate({ rejected }),
  });
  const choose = (chosen: Chosen) => {
    preview.reset();
    apply.reset();
    setChosen(chosen);
  };
  const error = preview.error ?? apply.error;
  return {
    file,
    /** While it is made again, the one before. */
    shown: preview.data ?? (preview.isPending ? preview.variables.rejected : undefined),
    isPending: preview.isPending,
    apply: { isPending: apply.isPending, start: () => preview.data && apply.run(preview.data) },
    differences: preview.data?.differences ?? noDifferences,
    hasChanged: isChangedMeanwhile(error) && !preview.isPending,
    error: fault ?? error?.message,
    rejection: toRejection(error),
    reject: (message: string) => choose({ file: null, fault: message }),
    pick: (picked: File | null) => {
      const isTooLarge = picked !== null && picked.size > largestFile;
      if (isTooLarge)
        return choose({
          file: null,
          fault: `“${picked.name}” is too large. The limit is 8 MB.`,
        });
      choose({ file: picked });
      if (picked !== null) preview.mutate({ picked });
    },
  };
}

type Request =
  | { picked: File; rejected?: undefined }
  /** Another user has changed the fees: the same file is previewed again. */
  | { rejected: Previewed };

function usePreview() {
  return useMutation({
    mutationFn: async (request: Request) => {
      const { rejected } = request;
      const read = rejected ? rejected.read : await readFees(request.picked);
      const result = await sendFees(read, { dryRun: true });
      const differences = rejected ? compareUploads(rejected, result) : noDifferences;
      return { ...result, read, differences };
    },
  });
}

async function readFees(file: File): Promise<FeesFile> {
  const { bytes, encoding } = await readFile(file);
  return { name: file.name, content: decode(bytes, encoding) };
}

type Options = { onApplied: () => void; onChangedMeanwhile: (rejected: Previewed) => void };

function useApply({ onApplied, onChangedMeanwhile }: Options) {
  // The server rejects the file after other changes than those of the preview.
  const upload = ({ read, state }: Previewed) => sendFees(read, { dryRun: false, expected: state });
  return useActionBy(upload, {
    done: ({ rows, unchanged }) => savedText(rows - unchanged),
    changes: ['call-fees', 'users'],
    onDone: onApplied,
    onError: (error, previewed) => {
      if (isChangedMeanwhile(error)) onChangedMeanwhile(previewed);
    },
  });
}

async function sendFees(
  { content, name }: FeesFile,
  options: { dryRun: boolean; expected?: string },
) {
  const body = { fileStream: content, fileName: name.slice(0, 200), ...options };
  return (await send(rateMatrixEndpoints.uploadRateMatrix, { body })).data;
}

function isChangedMeanwhile(error: Error | null): boolean {
  return error instanceof ApiError && error.code === 'changed_meanwhile';
}

function toRejection(error: Error | null) {
  if (!(error instanceof ApiError) || error.rows.length === 0) return undefined;
  return { rows: error.rows, refused: error.refused };
}

type Preview = { changed: readonly ChangedMatrixCell[] };

/** Two previews of the same file. */
function compareUploads(earlier: Preview, now: Preview): Differences {
  return compareCells(earlier.changed, now.changed, {
    keyOf: cellKey,
    nameOf: ({ attorney, disbursementType }) => `${attorney.name}, ${disbursementType.name}`,
    differenceOf: compareFees,
  });
}

/** A file has a row for each day of a cell. */
function cellKey({ row }: ChangedMatrixCell): string {
  return `${row}`;
}

/** `1 change`, `2 000 changes`. */
function countText(count: number, noun: string): string {
  return `${formatCount(count)} ${count === 1 ? noun : `${noun}s`}`;
}

/** `ended` counts the `listed` changes that end call fees. */
type Counts = { rows: number; changed: number; listed: number; ended: number };

/** The effect of applying the file. */
export function outcomeText({ rows, changed, listed, ended }: Counts): string {
  if (changed === 0) {
    const all = rows === 1 ? 'the row is' : `all ${countText(rows, 'row')} are`;
    return `Nothing changes: ${all} as saved.`;
  }
  return [
    `${countText(changed, 'change')} in ${countText(rows, 'row')}.`,
    ...(listed < changed ? [`The first ${formatCount(listed)} are listed.`] : []),
    ...(ended > 0 ? [`${countText(ended, 'row')} without prices: the call fees end.`] : []),
  ].join(' ');
}

/** After a lost answer the file is already saved, and saves nothing more. */
function savedText(changes: number): string {
  return changes === 0
    ? 'The fees are as in the file.'
    : `${countText(changes, 'change')} of fees saved.`;
}
