import { type FormEvent, Suspense, useState, useContext } from 'react';
import { cx } from '../../ui/lib/class-names.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import dialogStyles from '../../ui/dialog/dialog.module.css';
import { SelectField } from '../../ui/form/fields.tsx';
import { focusFirstError } from '../../ui/dialog/focus-first-error.ts';
import { type Draft, type FieldErrors, priceDay } from './entry-draft.ts';
import { draftCents, pricePreview } from './price-preview.ts';
import { type Pricing, priceFieldFor, pricingOn, shownPrice } from './pricing.ts';
import { checkDraft } from './check-draft.ts';
import styles from './entry-dialog.module.css';
import { MatterSearch } from '../matter-search/matter-search.tsx';
import { today } from '../../platform/browser/local-day.ts';
import { EntryTexts, PriceFields } from './entry-fields.tsx';
import type { ChangeDraft, Props, Saved, Type } from './entry-dialog-props.ts';
import { Button } from '../../ui/controls/button.tsx';
import { CloseDialog } from '../../ui/dialog/close-dialog.ts';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import { Form } from '../../ui/form/form.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { capSentence } from '../caps/cap-texts.ts';

// Few corrections meet another one.
const EntryEditConflict = lazyPart(async () => ({
  default: (await import('./entry-edit-conflict.tsx')).EntryEditConflict,
}));

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
      <Form isSaving={form.isSaving} className={styles.form} onSubmit={form.submit}>
        <SaveError {...props} draft={draft} outdated={form.outdated} onMerge={change} />
        {props.first?.(draft, change)}
        <MatterSearch
          value={draft.matter}
          text={draft.matterText}
          error={errors.matter}
          onChoose={(matter) => change({ matter })}
          onType={(text) => change({ matterText: text || undefined })}
        />
        <SelectField
          label="Disbursement type"
          options={disbursementTypeOptions(types, type)}
          value={type?._id ?? ''}
          error={errors.disbursementType}
          onChange={(event) => change({ disbursementType: event.currentTarget.value })}
        />
        <PriceFields
          draft={draft}
          priceField={priceField}
          errors={errors}
          replacing={props.replacing}
          fixedDay={props.fixedDay}
          onChange={change}
        />
        {props.replacing?.note?.(draft.date)}
        <EntryTexts draft={draft} errors={errors} onChange={change} />
        {props.extra}
        <Price {...{ draft, pricing, type, recorded: props.recorded }} />
        <div className={cx(dialogStyles.actions, styles.buttons)}>
          <EntryDialogActions {...props} />
        </div>
      </Form>
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
  replacing,
  onSave,
}: Omit<Props, 'title' | 'onClose'>) {
  const isSaving = saving?.isPending === true;
  const { errors, setErrors, ...rest } = useEntryDraft({ start, recorded });
  const { draft } = rest;
  const [outdated, setOutdated] = useState<Error | null>(null);
  const types = typesOn(priceDay(draft) || today());
  const type = types.find(({ _id }) => _id === draft.disbursementType);
  const pricing = pricingOn(type, priceDay(draft));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (gone !== undefined) return;
    const result = type
      ? checkDraft(draft, pricing, { recorded, check: replacing?.check })
      : noType;
    setErrors('errors' in result ? result.errors : {});
    const saved = toSaved(draft, result, type);
    if (saved && onSave(saved)) return;
    setOutdated(saving?.error ?? null);
    focusFirstError(event.currentTarget);
  };
  return { ...rest, isSaving, errors, outdated, types, type, pricing, submit };
}

type Result = ReturnType<typeof checkDraft>;

function toSaved(draft: Draft, result: Result, type: Type | undefined): Saved | undefined {
  const { matter, happenedOn } = draft;
  if (!('checked' in result) || matter === null || !type) return undefined;
  const { body, cents } = result.checked;
  const priced = { ...body, ...shownPrice(type, priceDay(draft)) };
  return { body: priced, cents, matter, type, happenedOn };
}

/** A retired type has no option. */
function disbursementTypeOptions(types: readonly Type[], chosen: Type | undefined) {
  const known = types.map(({ _id, title: label }) => ({ value: _id, label }));
  return chosen ? known : [unknownType, ...known];
}

type ActionsProps = Pick<Props, 'saving' | 'gone' | 'actions'>;

function EntryDialogActions({ saving, gone, actions }: ActionsProps) {
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

type Options = {
  start: Draft;
  recorded: Draft | undefined;
};

/** Typed is what differs from the recorded entry, or from a new entry's first draft. */
function useEntryDraft({ start, recorded }: Options) {
  const [first] = useState(start);
  const [draft, setDraft] = useState(first);
  const [errors, setErrors] = useState<FieldErrors>({});
  const change: ChangeDraft = (more) => {
    setDraft((now) => ({ ...now, ...(typeof more === 'function' ? more(now) : more) }));
    // Errors of the changed fields referred to their earlier values.
    if (typeof more !== 'function') setErrors((now) => withoutErrors(now, Object.keys(more)));
  };
  return {
    draft,
    isTyped: JSON.stringify(draft) !== JSON.stringify(recorded ?? first),
    errors,
    change,
    setErrors,
  };
}

function withoutErrors(errors: FieldErrors, names: readonly string[]): FieldErrors {
  return Object.fromEntries(Object.entries(errors).filter(([name]) => !names.includes(name)));
}

type FaultProps = Pick<Props, 'saving' | 'gone' | 'conflict' | 'recorded' | 'typesOn'> & {
  draft: Draft;
  outdated: Error | null;
  onMerge: (merged: Draft) => void;
};

/** Hides an outdated error after a new validation error; a conflict stays. */
function SaveError({
  saving,
  gone,
  outdated,
  conflict,
  recorded,
  draft,
  typesOn,
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
      <Suspense>
        <EntryEditConflict
          base={recorded}
          yours={draft}
          choose={conflict}
          {...{ typesOn, onMerge }}
        />
      </Suspense>
    );
  }
  return error !== outdated && <Alert kind="error">{error.message}</Alert>;
}

type CapProps = { draft: Draft; recorded: Draft | undefined; pricing: Pricing };

/** Warns while the entry is typed; it can be saved all the same. */
function CapWarning({ draft, recorded, pricing }: CapProps) {
  // The sum of a correction's own matter is known without the entry itself.
  const isOwn = draft.matter?._id === recorded?.matter?._id;
  const matter = isOwn && recorded ? recorded.matter : draft.matter;
  const sentence = capSentence(matter, draftCents(draft, pricing));
  return sentence !== null && <Alert kind="info">{sentence}</Alert>;
}
