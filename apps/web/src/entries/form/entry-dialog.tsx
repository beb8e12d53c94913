import type { CallFee } from '@recoup/contract/call-fees/endpoints';
import { entryDays, yearAfter } from '@recoup/contract/entries/endpoints';
import { type ComponentProps, type FormEvent, type ReactNode, useContext, useState } from 'react';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { cx } from '../../ui/lib/class-names.ts';
import { CloseDialog } from '../../ui/dialog/close-dialog.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import dialogStyles from '../../ui/dialog/dialog.module.css';
import { Field } from '../../ui/form/field.tsx';
import { SelectField, TextField } from '../../ui/form/fields.tsx';
import fieldStyles from '../../ui/form/field.module.css';
import { focusFirstError } from '../../ui/dialog/focus-first-error.ts';
import { EntryEditConflict } from './entry-edit-conflict.tsx';
import {
  checkDraft,
  type Checked,
  type Draft,
  type FieldErrors,
  type MatterChoice,
  pricePreview,
  today,
} from './entry-draft.ts';
import styles from './entry-dialog.module.css';
import { MatterSearch } from '../matter-search/matter-search.tsx';

type Type = { _id: string; title: string; callFees: readonly CallFee[] };
export type Saved = Checked & { matter: MatterChoice; type: Type };
type Props = {
  title: string;
  start: Draft;
  /** The draft of the entry that is corrected; it may be beyond bounds that came later. */
  recorded?: Draft | undefined;
  types: readonly Type[];
  /** Returns whether it saves: the caller may have marked a field of its own as wrong. */
  onSave: (saved: Saved) => boolean;
  onClose: () => void;
  /** What stands in `extra` was changed. */
  isChanged?: boolean;
  saving?: { isPending: boolean; error: Error | null } | undefined;
  /** In place of the saving's error. */
  conflict?: ComponentProps<typeof EntryEditConflict>['choose'] | undefined;
  /** Why nothing can be saved any more; what was typed can be copied. */
  gone?: string | undefined;
  /** Above the fields, the reason of a correction, say. */
  extra?: ReactNode;
  /** Beside Save: what else can be done with the entry. */
  actions?: ReactNode;
};

/** A draft may be of a type that was retired or taken away since. */
const noType: { faults: FieldErrors } = {
  faults: {
    disbursementType: 'Please choose another disbursement type: this one is not in use any more.',
  },
};
const unknownType = { value: '', label: 'Please choose', isDisabled: true };

/** The one form of an entry, for a call, a disbursement and a correction. Shows the price before it is saved. */
export function EntryDialog({
  title,
  start,
  recorded,
  types,
  onSave,
  onClose,
  isChanged,
  ...rest
}: Props) {
  const { draft, isTyped, faults, change, setFaults } = useDraft(start, recorded);
  const [outdated, setOutdated] = useState<Error | null>(null);
  const type = types.find(({ _id }) => _id === draft.disbursementType);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isResting(rest)) return;
    const result = type ? checkDraft(draft, type.callFees, recorded) : noType;
    setFaults('faults' in result ? result.faults : {});
    const saved = 'checked' in result &&
      draft.matter !== null &&
      type && { ...result.checked, matter: draft.matter, type };
    if (saved && onSave(saved)) return;
    setOutdated(rest.saving?.error ?? null);
    focusFirstError(event.currentTarget);
  };
  return (
    <Dialog title={title} isOpen isChanged={isChanged === true || isTyped} onClose={onClose}>
      <form noValidate className={styles.form} onSubmit={submit}>
        <SaveError {...rest} {...{ recorded, draft, types, outdated }} onMerge={change} />
        <MatterSearch
          value={draft.matter}
          error={faults.matter}
          onChoose={(matter) => change({ matter })}
        />
        <SelectField
          label="Disbursement type"
          options={optionsOf(types, type)}
          value={type?._id ?? ''}
          error={faults.disbursementType}
          onChange={(event) => change({ disbursementType: event.currentTarget.value })}
        />
        <PriceFields
          draft={draft}
          isPriced={(type?.callFees.length ?? 0) > 0}
          faults={faults}
          onChange={change}
        />
        <Narration
          value={draft.narration}
          error={faults.narration}
          onChange={(narration) => change({ narration })}
        />
        {rest.extra}
        <output className={styles.price}>
          {pricePreview(draft, type?.callFees ?? []) ?? 'The price appears here.'}
        </output>
        <div className={cx(dialogStyles.actions, styles.buttons)}>
          <Actions {...rest} />
        </div>
      </form>
    </Dialog>
  );
}

/** A save is under way, or none can succeed. */
function isResting({ saving, gone }: Pick<Props, 'saving' | 'gone'>): boolean {
  return saving?.isPending === true || gone !== undefined;
}

function Actions({ saving, gone, actions }: Pick<Props, 'saving' | 'gone' | 'actions'>) {
  if (gone !== undefined) return <CloseButton />;
  return (
    <>
      <Button type="submit" isBusy={saving?.isPending === true}>
        Save
      </Button>
      {actions}
    </>
  );
}

/** Asks before it discards what was typed, as the dialog does. */
function CloseButton() {
  const close = useContext(CloseDialog);
  return (
    <Button variant="outline" onClick={close}>
      Close
    </Button>
  );
}

type FaultProps = Pick<Props, 'saving' | 'gone' | 'conflict' | 'recorded' | 'types'> & {
  draft: Draft;
  outdated: Error | null;
  onMerge: (merged: Draft) => void;
};

/** A conflict waits for its answer; another refusal is out of date once the form itself finds a fault. */
function SaveError({
  saving,
  gone,
  outdated,
  conflict,
  recorded,
  draft,
  types,
  onMerge,
}: FaultProps) {
  const error = saving?.error ?? null;
  if (gone !== undefined)
    return (
      <Alert kind="error">{gone} What you typed stays here, to be copied, until you close.</Alert>
    );
  if (error === null) return null;
  if (conflict && recorded) {
    return (
      <EntryEditConflict base={recorded} yours={draft} choose={conflict} {...{ types, onMerge }} />
    );
  }
  return error !== outdated && <Alert kind="error">{error.message}</Alert>;
}

/** A type that the draft has, but that is no longer among them, has no option. */
function optionsOf(types: readonly Type[], chosen: Type | undefined) {
  const known = types.map(({ _id, title: label }) => ({ value: _id, label }));
  return chosen ? known : [unknownType, ...known];
}

/** What was typed is what differs from the entry `recorded`; of a new entry from its first draft. */
function useDraft(start: Draft, recorded?: Draft) {
  const [first] = useState(start);
  const [draft, setDraft] = useState(first);
  const [faults, setFaults] = useState<FieldErrors>({});
  const change = (more: Partial<Draft>) => {
    setDraft((now) => ({ ...now, ...more }));
    // What was said of a field was said of its earlier value.
    setFaults((now) => Object.fromEntries(Object.entries(now).filter(([name]) => !(name in more))));
  };
  return {
    draft,
    isTyped: JSON.stringify(draft) !== JSON.stringify(recorded ?? first),
    faults,
    change,
    setFaults,
  };
}

type FieldsProps = {
  draft: Draft;
  isPriced: boolean;
  faults: FieldErrors;
  onChange: (more: Partial<Draft>) => void;
};

/** Minutes where fee rows make the price, else how many of what amount; and the day. */
function PriceFields({ draft, isPriced, faults, onChange }: FieldsProps) {
  const text = (name: 'minutes' | 'quantity' | 'amount' | 'date') => ({
    value: draft[name],
    error: faults[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ [name]: event.currentTarget.value }),
  });
  return (
    <div className={styles.row}>
      {isPriced ? (
        <TextField
          label="Minutes"
          inputMode="numeric"
          autoComplete="off"
          isRequired
          {...text('minutes')}
        />
      ) : (
        <>
          <TextField
            label="Quantity"
            inputMode="numeric"
            autoComplete="off"
            placeholder="1"
            {...text('quantity')}
          />
          <TextField
            label="Amount each, R"
            inputMode="decimal"
            autoComplete="off"
            isRequired
            {...text('amount')}
          />
        </>
      )}
      <TextField
        label="Date"
        type="date"
        min={entryDays.first}
        max={yearAfter(today())}
        isRequired
        {...text('date')}
      />
    </div>
  );
}

function Narration({
  value,
  error,
  onChange,
}: {
  value: string;
  error: string | undefined;
  onChange: (text: string) => void;
}) {
  return (
    <Field label="Narration" {...(error !== undefined && { error })}>
      {(wiring) => (
        <textarea
          {...wiring}
          rows={2}
          className={fieldStyles.control}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}
