import type { FeeChangePreview, AffectedEntry } from '@recoup/contract/fee-changes/endpoints';
import { ApiError } from '../platform/api/api-error.ts';
import { RadioGroup } from '../ui/form/choice-fields.tsx';
import { TextAreaField } from '../ui/form/fields.tsx';
import { Alert } from '../ui/feedback/alert.tsx';
import { formatCount, formatDate } from '../ui/lib/format.ts';
import {
  announcementText,
  counted,
  differencesText,
  lockedText,
  monthsText,
  rangeText,
  reductionText,
  rejectionText,
  sameDayText,
  feeChangeSummary,
  listedText,
} from './fee-change-texts.ts';
import { typedPercent } from './fee-change-values.ts';
import styles from './fee-changes.module.css';
import type { FeeChangeForm } from './use-fee-change.ts';
import { formatRand, toCents } from '@recoup/contract/core/money';
import type { Column } from '../ui/list/column.ts';
import { PagedTable } from '../ui/list/paged-table.tsx';

/** The figures of the preview, and what happens to recorded entries. */
export function FeeChangeSummary({ raise }: { raise: FeeChangeForm }) {
  const { preview, isStale } = raise.preview;
  const percent = typedPercent(raise.values);
  return (
    <section className={styles.preview} aria-label="Preview" aria-busy={isStale}>
      <Messages raise={raise} />
      <Facts preview={preview} />
      {preview && <Sentences preview={preview} percent={percent} />}
      {preview && preview.entries.unlocked > 0 && <EntriesChoice raise={raise} of={preview} />}
      {preview && preview.unlockedEntries.length > 0 && (
        <AffectedEntries
          preview={preview}
          isStale={isStale}
          isRepricing={raise.notes.isRepricing}
        />
      )}
      {/* There before its text is, which is announced then. */}
      <output className="visually-hidden">
        {preview && !isStale ? announcementText(preview, percent) : ''}
      </output>
    </section>
  );
}

export function FeeChangeReason({
  raise: { notes, errors, changeNotes },
}: {
  raise: FeeChangeForm;
}) {
  return (
    <TextAreaField
      label="Reason"
      rows={2}
      isRequired={notes.isRepricing}
      description={
        notes.isRepricing
          ? 'Kept in the list of fee changes, and with each re-priced entry'
          : 'Kept in the list of fee changes'
      }
      value={notes.reason}
      error={errors.reason}
      onChange={({ currentTarget }) => changeNotes({ ...notes, reason: currentTarget.value })}
    />
  );
}

function Messages({ raise: { preview, apply, errors } }: { raise: FeeChangeForm }) {
  const error = preview.error ?? apply.error;
  // An error of a field is shown at the field.
  if (error === null || Object.values(errors).includes(error.message)) return null;
  return (
    <Alert kind="error">
      <p>{rejectionText(error.message)}</p>
      {isChangedMeanwhile(error) && !preview.isStale && (
        <p>{differencesText(preview.differences, 'Raise fees')}</p>
      )}
    </Alert>
  );
}

function isChangedMeanwhile(error: Error): boolean {
  return error instanceof ApiError && error.code === 'changed_meanwhile';
}

/** Each fact has its place before it is known. */
function Facts({ preview }: { preview: FeeChangePreview | undefined }) {
  const summary = preview && feeChangeSummary(preview);
  const facts = [
    ['Attorneys', summary && formatCount(summary.attorneys)],
    ['Types', summary && formatCount(summary.types)],
    ['Call fees', summary && formatCount(summary.fees)],
    ['Effective', summary && rangeText(summary)],
  ] as const;
  return (
    <dl className={styles.facts}>
      {facts.map(([title, text]) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{text ?? '–'}</dd>
        </div>
      ))}
    </dl>
  );
}

function Sentences({ preview, percent }: { preview: FeeChangePreview; percent: number }) {
  const { fees, equal } = feeChangeSummary(preview);
  const locked = lockedText(preview);
  const warnings = [reductionText(percent), sameDayText(preview)];
  return (
    <div>
      {warnings
        .flatMap((text) => text ?? [])
        .map((text) => (
          <p key={text} className={styles.difference}>
            {text}
          </p>
        ))}
      <p>{fees === 0 ? 'No price would change.' : monthsText(preview)}</p>
      {fees > 0 && equal > 0 && (
        <p>{counted(equal, 'call fee')} not changed, because of rounding.</p>
      )}
      {locked !== undefined && <p>{locked}</p>}
    </div>
  );
}

function EntriesChoice({
  raise: { notes, changeNotes },
  of: { entries, validFrom },
}: {
  raise: FeeChangeForm;
  of: FeeChangePreview;
}) {
  const these = counted(entries.unlocked, 'recorded entry', 'recorded entries');
  const unlocked = counted(entries.unlocked, 'entry', 'entries');
  const [they, are] = entries.unlocked === 1 ? ['it is', 'is'] : ['they are', 'are'];
  return (
    <RadioGroup
      label={`Entries from ${formatDate(validFrom)}`}
      value={notes.isRepricing ? 'reprice' : 'leave'}
      options={[
        { value: 'leave', label: `Leave ${these} as ${they}` },
        {
          value: 'reprice',
          label: `Re-price ${unlocked} that ${are} not exported`,
        },
      ]}
      onChange={(choice) => changeNotes({ ...notes, isRepricing: choice === 'reprice' })}
    />
  );
}

type Props = { preview: FeeChangePreview; isStale: boolean; isRepricing: boolean };

/** The entries that are not exported, with the price that re-pricing would make. */
function AffectedEntries({ preview, isStale, isRepricing }: Props) {
  return (
    <details className={styles.entries}>
      <summary>
        <h3>{listedText(preview)}</h3>
      </summary>
      <PagedTable
        label="Recorded entries"
        columns={isRepricing ? [...columns, becomes] : columns}
        rows={preview.unlockedEntries}
        rowKey={({ _id }) => _id}
        isStale={isStale}
      />
    </details>
  );
}

const columns: readonly Column<AffectedEntry>[] = [
  { key: 'date', title: 'Date', isTitle: true, cell: ({ date }) => formatDate(date) },
  { key: 'matter', title: 'Matter', cell: ({ matter }) => `${matter.number} ${matter.name}` },
  { key: 'attorney', title: 'Attorney', cell: ({ attorney }) => attorney.name },
  { key: 'type', title: 'Type', cell: ({ disbursementType }) => disbursementType.name },
  { key: 'minutes', title: 'Minutes', align: 'end', cell: ({ minutes }) => formatCount(minutes) },
  {
    key: 'before',
    title: 'Price',
    align: 'end',
    cell: ({ before }) => formatRand(toCents(before)),
  },
];

const becomes: Column<AffectedEntry> = {
  key: 'after',
  title: 'Re-priced',
  align: 'end',
  cell: ({ after }) => formatRand(toCents(after)),
};
