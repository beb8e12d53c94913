import { formatRand, toCents } from '@recoup/contract/core/money';
import type {
  CorrectedEntry,
  EntryCorrectionPreview,
} from '@recoup/contract/entries/entry-corrections';
import { Button } from '../../ui/controls/button.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { formatDate } from '../../ui/lib/format.ts';
import type { Column } from '../../ui/list/column.ts';
import { PagedTable } from '../../ui/list/paged-table.tsx';
import { lineVatText } from '../../vat/vat-words.ts';
import styles from './bulk-corrections.module.css';
import { deletedText, entriesText, previewText, problemsText } from './correction-words.ts';
import type { ShownPreview } from './use-correction-preview.ts';

type Props = { shown: ShownPreview; onLeaveOut: (ids: ReadonlySet<string>) => void };

/** The preview of a correction, with the problems that prevent it. */
export function CorrectionPreview({ shown, onLeaveOut }: Props) {
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
function Deleted({ shown: { deleted, content }, onLeaveOut }: Props) {
  const isRest = content !== undefined && deleted.length < content.entries.length;
  return (
    <Refusal
      text={deletedText(deleted)}
      label={isRest ? `Leave out ${entriesText(deleted.length)}` : 'Clear selection'}
      onLeaveOut={() => onLeaveOut(entryIds(deleted))}
    />
  );
}

type ProblemProps = { preview: EntryCorrectionPreview; onLeaveOut: Props['onLeaveOut'] };

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
