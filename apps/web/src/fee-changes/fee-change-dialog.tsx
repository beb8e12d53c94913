import { sortByName } from '@recoup/contract/core/folded';
import { beginningOfTime } from '@recoup/contract/call-fees/validity';
import {
  type ChangedRates,
  type FeeChangePreview,
  roundingSteps,
} from '@recoup/contract/fee-changes/endpoints';
import type { RateMatrixRow } from '@recoup/contract/fee-matrix/endpoints';
import { type FormEvent, useMemo, useRef } from 'react';
import { FeeChange } from '../call-fees/preview/changed-fee.tsx';
import type { Differences } from '../call-fees/preview/compare-fees.ts';
import { formatChange } from '../call-fees/preview/percent.ts';
import { Button } from '../ui/controls/button.tsx';
import { DialogButtons } from '../ui/dialog/dialog-buttons.tsx';
import { Dialog } from '../ui/dialog/dialog.tsx';
import { focusFirstError } from '../ui/dialog/focus-first-error.ts';
import { Alert } from '../ui/feedback/alert.tsx';
import { CheckboxField, RadioGroup } from '../ui/form/choice-fields.tsx';
import { DayField } from '../ui/form/day-field.tsx';
import { SelectField, TextField } from '../ui/form/fields.tsx';
import { Form } from '../ui/form/form.tsx';
import type { Column } from '../ui/list/column.ts';
import { PagedTable } from '../ui/list/paged-table.tsx';
import { FeeChangeReason, FeeChangeSummary } from './fee-change-summary.tsx';
import {
  counted,
  feeChangeSummary,
  isEqual,
  laterText,
  roundingNames,
} from './fee-change-texts.ts';
import { type Choice, chosenCells, type FeeChangeValues, has } from './fee-change-values.ts';
import styles from './fee-changes.module.css';
import { cellKey, type FeeChangeForm, useFeeChange } from './use-fee-change.ts';

/** Changes many fees by a percentage from a day on. */
export function FeeChangeDialog({ onClose }: { onClose: () => void }) {
  const raise = useFeeChange(onClose);
  const form = useRef<HTMLFormElement>(null);
  const { preview } = raise.preview;
  const previewNow = (event: FormEvent) => {
    event.preventDefault();
    if (!raise.request()) focusFirstError(form.current);
  };
  const action = {
    label: 'Raise fees',
    isBusy: raise.apply.isPending || raise.preview.isStale,
    isDisabled: preview !== undefined && feeChangeSummary(preview).fees === 0,
    onClick: () => {
      if (!raise.save(preview)) focusFirstError(form.current);
    },
  };
  return (
    <Dialog
      title="Raise fees"
      isOpen
      onClose={raise.apply.isPending ? undefined : onClose}
      isChanged={raise.isChanged}
      size="large"
      actions={<DialogButtons action={action} />}
    >
      <Form
        isSaving={raise.apply.isPending}
        ref={form}
        className={styles.form}
        onSubmit={previewNow}
      >
        <FeeChangeFields raise={raise} />
        <FeeChangeScope raise={raise} />
        <FeeChangeSummary raise={raise} />
        <FeeChangeReason raise={raise} />
        {preview && <ChangedFeesTable {...raise.preview} preview={preview} />}
        {/* Without a button of its own Enter in a field would do nothing. */}
        <button type="submit" hidden aria-label="Preview" />
      </Form>
    </Dialog>
  );
}

type Part = { values: FeeChangeValues; set: (part: Partial<FeeChangeValues>) => void };

/** By how much, from when, rounded how. */
function FeeChangeFields({ raise: { values, errors, change } }: { raise: FeeChangeForm }) {
  const set = (part: Partial<FeeChangeValues>) => change({ ...values, ...part });
  return (
    <div className={styles.fields}>
      <TextField
        data-autofocus
        label="Percent"
        isRequired
        autoComplete="off"
        description="Such as 6, 5.5 or −3"
        value={values.percent}
        error={errors.percent}
        onChange={({ currentTarget }) => set({ percent: currentTarget.value })}
      />
      <DayField
        label="Valid from"
        isRequired
        min={beginningOfTime}
        max="2099-12-31"
        description="First day of the new fees"
        value={values.validFrom}
        error={errors.validFrom}
        onChange={({ currentTarget }) => set({ validFrom: currentTarget.value })}
      />
      <RoundingFields values={values} set={set} />
    </div>
  );
}

function RoundingFields({ values, set }: Part) {
  return (
    <>
      <SelectField
        label="Round to"
        description="Each new price, to a multiple of"
        value={String(values.roundTo)}
        options={roundingSteps.map((step) => ({
          value: String(step),
          label: roundingNames[step],
        }))}
        onChange={({ currentTarget }) => {
          const roundTo = roundingSteps.find((step) => String(step) === currentTarget.value);
          if (roundTo !== undefined) set({ roundTo });
        }}
      />
      <RadioGroup
        label="Rounding"
        value={values.mode}
        options={[
          { value: 'nearest', label: 'Nearest' },
          { value: 'up', label: 'Always up' },
        ]}
        onChange={(mode) => set({ mode: mode === 'up' ? 'up' : 'nearest' })}
      />
    </>
  );
}

type Props = {
  preview: FeeChangePreview;
  isStale: boolean;
  differences: Differences;
};

/** Each call fee before and after; what another user has changed comes first. */
function ChangedFeesTable({ preview, isStale, differences }: Props) {
  const cells = useMemo(() => inOrder(preview.cells, differences), [preview.cells, differences]);
  const columns = useMemo(() => columnsWith(differences), [differences]);
  return (
    <PagedTable
      label="Fees before and after"
      columns={columns}
      rows={cells}
      rowKey={cellKey}
      isStale={isStale}
    />
  );
}

function inOrder(cells: readonly ChangedRates[], { byCell }: Differences): ChangedRates[] {
  const rank = (cell: ChangedRates) => (byCell.has(cellKey(cell)) ? 0 : 1);
  const byType = sortByName(cells, ({ disbursementType }) => disbursementType.name);
  const byAttorney = sortByName(byType, ({ attorney }) => attorney.name);
  return byAttorney.toSorted((a, b) => rank(a) - rank(b));
}

function columnsWith({ byCell }: Differences): readonly Column<ChangedRates>[] {
  return [
    { key: 'attorney', title: 'Attorney', isTitle: true, cell: ({ attorney }) => attorney.name },
    { key: 'type', title: 'Type', cell: ({ disbursementType }) => disbursementType.name },
    {
      key: 'fees',
      title: 'Fees',
      cell: (cell) => <FeesCell cell={cell} difference={byCell.get(cellKey(cell))} />,
    },
    {
      key: 'effective',
      title: 'Effective',
      align: 'end',
      cell: ({ effectivePercent }) => formatChange(effectivePercent),
    },
  ];
}

function FeesCell({ cell, difference }: { cell: ChangedRates; difference: string | undefined }) {
  return (
    <FeeChange {...cell} later={laterText(cell)} difference={difference}>
      {isEqual(cell) && <span className={styles.muted}>Not changed, because of rounding</span>}
    </FeeChange>
  );
}

/** Everyone, or chosen attorneys and types. */
function FeeChangeScope({ raise }: { raise: FeeChangeForm }) {
  const { values, errors, cells, change } = raise;
  return (
    <div className={styles.scope}>
      <RadioGroup
        label="For"
        value={values.isForEveryone ? 'all' : 'chosen'}
        options={[
          { value: 'all', label: 'Everyone with call fees' },
          { value: 'chosen', label: 'Chosen attorneys and types' },
        ]}
        onChange={(scope) => change({ ...values, isForEveryone: scope === 'all' })}
      />
      {!values.isForEveryone && cells.error !== null && (
        <Alert kind="error">{cells.error.message}</Alert>
      )}
      {!values.isForEveryone && cells.error === null && !cells.data && (
        <p aria-busy="true">Loading…</p>
      )}
      {!values.isForEveryone && cells.data && <Choices raise={raise} rows={cells.data} />}
      {errors.cells !== undefined && <Alert kind="error">{errors.cells}</Alert>}
    </div>
  );
}

function Choices({ raise, rows }: { raise: FeeChangeForm; rows: readonly RateMatrixRow[] }) {
  const { values, change } = raise;
  const { attorneys, types } = useMemo(() => {
    const priced = rows.filter(({ callFees }) => callFees.length > 0);
    return {
      attorneys: distinct(priced.map(({ attorney }) => attorney)),
      types: distinct(priced.map(({ disbursementType }) => disbursementType)),
    };
  }, [rows]);
  return (
    <>
      <CheckboxList
        label="Attorneys"
        items={attorneys}
        chosen={values.attorneys}
        onChange={(chosen) => change({ ...values, attorneys: chosen })}
      />
      <CheckboxList
        label="Types"
        items={types}
        chosen={values.types}
        onChange={(chosen) => change({ ...values, types: chosen })}
      />
      <output className={styles.muted}>
        {counted(chosenCells(values, rows).length, 'call fee')} chosen
      </output>
    </>
  );
}

type Item = { _id: string; name: string };

function distinct(items: readonly Item[]): Item[] {
  const known = new Map(items.map((item) => [item._id, item]));
  return sortByName([...known.values()], ({ name }) => name);
}

type FeeChangeScopeProps = {
  /** In the plural. */
  label: string;
  items: readonly { _id: string; name: string }[];
  chosen: Choice;
  onChange: (chosen: Choice) => void;
};

function CheckboxList({ label, items, chosen, onChange }: FeeChangeScopeProps) {
  const ids = items.map(({ _id }) => _id);
  const toggle = (id: string) =>
    onChange(ids.filter((each) => (each === id ? !has(chosen, id) : has(chosen, each))));
  return (
    <fieldset className={styles.choice}>
      <legend>{label}</legend>
      <div className={styles.allOrNone}>
        <Button
          variant="outline"
          size="small"
          aria-label={`All ${label.toLowerCase()}`}
          onClick={() => onChange('all')}
        >
          All
        </Button>
        <Button
          variant="outline"
          size="small"
          aria-label={`None of the ${label.toLowerCase()}`}
          onClick={() => onChange([])}
        >
          None
        </Button>
      </div>
      <div className={styles.items}>
        {items.map(({ _id, name }) => (
          <CheckboxField
            key={_id}
            label={name}
            checked={has(chosen, _id)}
            onChange={() => toggle(_id)}
          />
        ))}
      </div>
    </fieldset>
  );
}
