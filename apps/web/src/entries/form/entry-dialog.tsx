import { type FormEvent, useState } from 'react';
import { cx } from '../../ui/lib/class-names.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import dialogStyles from '../../ui/dialog/dialog.module.css';
import { SelectField } from '../../ui/form/fields.tsx';
import { focusFirstError } from '../../ui/dialog/focus-first-error.ts';
import type { Draft, FieldErrors } from './entry-draft.ts';
import { pricePreview } from './price-preview.ts';
import { priceFieldFor, pricingOn, shownPrice } from './pricing.ts';
import { checkDraft } from './check-draft.ts';
import styles from './entry-dialog.module.css';
import { MatterSearch } from '../matter-search/matter-search.tsx';
import { CapWarning } from '../caps/cap-warning.tsx';
import { today } from '../../platform/browser/local-day.ts';
import { useEntryDraft } from './use-entry-draft.ts';
import { EntryTexts, PriceFields } from './entry-fields.tsx';
import { SaveError } from './entry-save-error.tsx';
import { EntryDialogActions } from './entry-dialog-actions.tsx';
import type { Props, Saved, Type } from './entry-dialog-props.ts';

/** The type of a draft may have been retired or unassigned since. */
const noType: { errors: FieldErrors } = {
  errors: {
    disbursementType: 'This type is no longer in use. Choose another.',
  },
};
const unknownType = { value: '', label: 'Please choose', isDisabled: true };

/** The form of a call, a disbursement and a correction. Shows the price before it is saved. */
export function EntryDialog({ title, isChanged = false, onClose, ...props }: Props) {
  const form = useEntryForm(props);
  const { draft, types, type, pricing, errors, change } = form;
  const priceField = priceFieldFor(pricing);
  const hasTyped = isChanged || form.isTyped;
  const close = () => {
    if (hasTyped) props.onDiscard?.(draft);
    onClose();
  };
  return (
    <Dialog title={title} isOpen isChanged={hasTyped} onClose={form.isSaving ? undefined : close}>
      <form noValidate className={styles.form} onSubmit={form.submit}>
        <SaveError {...props} draft={draft} outdated={form.outdated} onMerge={change} />
        {props.first?.(draft, change)}
        <MatterSearch
          value={draft.matter}
          error={errors.matter}
          onChoose={(matter) => change({ matter })}
        />
        <SelectField
          label="Disbursement type"
          options={disbursementTypeOptions(types, type)}
          value={type?._id ?? ''}
          error={errors.disbursementType}
          onChange={(event) => change({ disbursementType: event.currentTarget.value })}
        />
        <PriceFields draft={draft} priceField={priceField} errors={errors} onChange={change} />
        <EntryTexts draft={draft} errors={errors} onChange={change} />
        {props.extra}
        <Price {...{ draft, pricing, type, recorded: props.recorded }} />
        <div className={cx(dialogStyles.actions, styles.buttons)}>
          <EntryDialogActions {...props} />
        </div>
      </form>
    </Dialog>
  );
}

type PriceProps = Pick<ReturnType<typeof useEntryForm>, 'draft' | 'pricing' | 'type'> &
  Pick<Props, 'recorded'>;

/** The price before it is saved, and what it does to the cap of the matter. */
function Price({ draft, pricing, type, recorded }: PriceProps) {
  return (
    <>
      <output className={styles.price}>
        {priceText(pricePreview(draft, pricing), type) ??
          `Enter the ${priceFieldFor(pricing)} to see the price.`}
      </output>
      <CapWarning draft={draft} recorded={recorded} pricing={pricing} />
    </>
  );
}

/** With the period of the fees, if those of today are other ones. */
function priceText(price: string | null, type: Type | undefined): string | null {
  return price === null || type?.note === undefined ? price : `${price} ${type.note}`;
}

/** Validates the draft and gives a valid one to `onSave`. */
function useEntryForm({
  start,
  recorded,
  typesOn,
  saving,
  gone,
  onSave,
}: Omit<Props, 'title' | 'onClose'>) {
  const isSaving = saving?.isPending === true;
  // What is typed now would not be saved, and would go with the dialog.
  const { errors, setErrors, ...rest } = useEntryDraft({ start, recorded, isResting: isSaving });
  const { draft } = rest;
  const [outdated, setOutdated] = useState<Error | null>(null);
  const types = typesOn(draft.date || today());
  const type = types.find(({ _id }) => _id === draft.disbursementType);
  const pricing = pricingOn(type, draft.date);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (gone !== undefined) return;
    const result = type ? checkDraft(draft, pricing, recorded) : noType;
    setErrors('errors' in result ? result.errors : {});
    const saved = toSaved(draft, result, type);
    if (saved && onSave(saved)) return;
    setOutdated(saving?.error ?? null);
    focusFirstError(event.currentTarget);
  };
  return { ...rest, isSaving, errors, outdated, types, type, pricing, submit };
}

type Result = ReturnType<typeof checkDraft>;

function toSaved({ matter }: Draft, result: Result, type: Type | undefined): Saved | undefined {
  if (!('checked' in result) || matter === null || !type) return undefined;
  const { body, cents } = result.checked;
  return { body: { ...body, ...shownPrice(type, body.date) }, cents, matter, type };
}

/** A retired type has no option. */
function disbursementTypeOptions(types: readonly Type[], chosen: Type | undefined) {
  const known = types.map(({ _id, title: label }) => ({ value: _id, label }));
  return chosen ? known : [unknownType, ...known];
}
