import { useRef, type ReactNode, useId, type ChangeEvent } from 'react';
import { flushSync } from 'react-dom';
import { cx } from '../ui/lib/class-names.ts';
import { addRow, canAddRow, changeRow, type FeeDraft, removeRow, rowStart } from './fee-draft.ts';
import type { DraftErrors } from './validate-fee-draft.ts';
import styles from './fee-rows.module.css';
import { tooManyTimedRows } from '@recoup/contract/call-fees/messages';
import { Button } from '../ui/controls/button.tsx';
import { PlusIcon, CloseIcon } from '../ui/controls/icons.tsx';
import { useSettled } from '../ui/dialog/use-settled.ts';

type Props = {
  draft: FeeDraft;
  /** The messages to show, by `0.end`, `every` and so on. */
  errors: DraftErrors;
  onChange: (draft: FeeDraft) => void;
};

/** The timed rows and the thereafter row (specification, section 5). */
export function FeeRows({ draft, errors, onChange }: Props) {
  const box = useRef<HTMLDivElement>(null);
  // At once: digits that follow the press are for the row, however busy the page is.
  const changeAndFocus = (changed: FeeDraft, row: number) => {
    flushSync(() => onChange(changed));
    box.current?.querySelector<HTMLElement>(`[data-row="${row}"] input`)?.focus();
  };
  const add = () => changeAndFocus(addRow(draft), draft.rows.length);
  const remove = (index: number) => changeAndFocus(removeRow(draft, index), Math.max(0, index - 1));
  return (
    <div ref={box} className={styles.rows}>
      <div className={styles.head} aria-hidden="true">
        <span>From</span>
        <span>To</span>
        <span>Cost</span>
      </div>
      {draft.rows.map((row, index) => (
        <TimedRow
          key={row.key}
          index={index}
          draft={draft}
          errors={errors}
          onChange={onChange}
          onRemove={draft.rows.length === 1 ? undefined : () => remove(index)}
        />
      ))}
      <AddButton isFull={!canAddRow(draft)} onClick={add} />
      <ThereafterRow draft={draft} errors={errors} onChange={onChange} />
    </div>
  );
}

function TimedRow({
  index,
  draft,
  errors,
  onChange,
  onRemove,
}: Props & { index: number; onRemove: (() => void) | undefined }) {
  const row = draft.rows[index];
  const start = rowStart(draft, index);
  const name = `row ${index + 1}`;
  return (
    <fieldset className={styles.row} data-row={index}>
      <legend className="visually-hidden">Row {index + 1}</legend>
      <output className={styles.from} aria-label={`From, ${name}`}>
        {Number.isNaN(start) ? '–' : start}
      </output>
      <FeeInput
        label={`To, ${name}`}
        kind="minutes"
        value={row?.end ?? ''}
        error={errors[`${index}.end`]}
        onType={(end) => onChange(changeRow(draft, index, { end }))}
      />
      <FeeInput
        label={`Cost, ${name}`}
        kind="rand"
        value={row?.cost ?? ''}
        error={errors[`${index}.cost`]}
        onType={(cost) => onChange(changeRow(draft, index, { cost }))}
      />
      {onRemove !== undefined && (
        <RemoveButton name={`Remove ${name}`} rows={draft.rows.length} onClick={onRemove} />
      )}
    </fieldset>
  );
}

function ThereafterRow({ draft, errors, onChange }: Props) {
  return (
    <fieldset className={cx(styles.row, styles.thereafter)}>
      <legend className="visually-hidden">Thereafter</legend>
      <span className={styles.from}>Thereafter, every</span>
      <FeeInput
        label="Thereafter, every (minutes)"
        kind="minutes"
        value={draft.every}
        error={errors.every}
        onType={(every) => onChange({ ...draft, every })}
      />
      <FeeInput
        label="Thereafter, cost"
        kind="rand"
        value={draft.everyCost}
        error={errors.everyCost}
        onType={(everyCost) => onChange({ ...draft, everyCost })}
      />
    </fieldset>
  );
}

type InputProps = {
  label: string;
  kind: 'minutes' | 'rand';
  value: string;
  error: string | undefined;
  onType: (text: string) => void;
};

function FeeInput({ label, kind, value, error, onType }: InputProps): ReactNode {
  const id = useId();
  return (
    <span className={styles.cell} data-label={kind === 'rand' ? 'Cost' : 'To'}>
      <span className={styles.box}>
        {kind === 'rand' && <span aria-hidden="true">R</span>}
        <input
          aria-label={label}
          inputMode={kind === 'rand' ? 'decimal' : 'numeric'}
          autoComplete="off"
          value={value}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={error === undefined ? undefined : id}
          onChange={({ currentTarget }: ChangeEvent<HTMLInputElement>) =>
            onType(currentTarget.value)
          }
        />
        {kind === 'minutes' && <span aria-hidden="true">min</span>}
      </span>
      {error !== undefined && (
        <span id={id} className={styles.error}>
          {error}
        </span>
      )}
    </span>
  );
}

function AddButton({ isFull, onClick }: { isFull: boolean; onClick: () => void }) {
  return (
    <div>
      <Button
        variant="quiet"
        disabled={isFull}
        onClick={onClick}
        title={isFull ? tooManyTimedRows : undefined}
      >
        <PlusIcon />
        Add
      </Button>
    </div>
  );
}
type RemoveProps = { name: string; rows: number; onClick: () => void };

function RemoveButton({ name, rows, onClick }: RemoveProps) {
  // The next row moves under the pointer: a double click must not remove two rows.
  const isSettled = useSettled(rows, true);
  const press = isSettled ? onClick : undefined;
  return (
    <button
      type="button"
      className={styles.remove}
      aria-label={name}
      title={name}
      aria-disabled={!isSettled || undefined}
      onClick={press}
    >
      <CloseIcon />
    </button>
  );
}
