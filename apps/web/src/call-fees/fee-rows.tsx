import { useRef } from 'react';
import { cx } from '../ui/lib/class-names.ts';
import { addRow, canAddRow, changeRow, type FeeDraft, removeRow, rowStart } from './fee-draft.ts';
import { type DraftErrors } from './validate-fee-draft.ts';
import styles from './fee-rows.module.css';
import { FeeInput } from './fee-input.tsx';
import { AddButton, RemoveButton } from './fee-row-buttons.tsx';

type Props = {
  draft: FeeDraft;
  /** The messages to show, by `0.end`, `every` and so on. */
  errors: DraftErrors;
  onChange: (draft: FeeDraft) => void;
};

/** The timed rows and the thereafter row (specification, section 5). */
export function FeeRows({ draft, errors, onChange }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const focus = (selector: string) =>
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>(selector)?.focus());
  const add = () => {
    onChange(addRow(draft));
    focus(`[data-row="${draft.rows.length}"] input`);
  };
  const remove = (index: number) => {
    onChange(removeRow(draft, index));
    focus(`[data-row="${Math.max(0, index - 1)}"] input`);
  };
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
