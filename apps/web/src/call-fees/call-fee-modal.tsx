import { type CallFeeBand } from '@recoup/contract/call-fees/rules';
import type { DisbursementType } from '@recoup/contract/disbursements/endpoints';
import { type FormEvent, useId, useState } from 'react';
import { Alert } from '../ui/feedback/alert.tsx';
import { Dialog } from '../ui/dialog/dialog.tsx';
import { DialogButtons } from '../ui/dialog/dialog-buttons.tsx';
import { SelectField } from '../ui/form/fields.tsx';
import { focusFirstError } from '../ui/dialog/focus-first-error.ts';
import { BandHelp } from './band-help.tsx';
import { CallFeeHistory } from './call-fee-history.tsx';
import styles from './call-fee-modal.module.css';
import {
  bandsOf,
  type DraftErrors,
  validateFeeDraft,
  draftOf,
  emptyDraft,
  type FeeDraft,
} from './fee-draft.ts';
import { FeeRows } from './fee-rows.tsx';
import { PricePreview } from './price-preview.tsx';

type Props = {
  /** What can be chosen. */
  types: readonly DisbursementType[];
  /** The type to begin with; undefined lets one choose. */
  typeId: string | undefined;
  /** The rows of the types that are assigned already; without call fees an empty list. */
  configured: Readonly<Record<string, readonly CallFeeBand[]>>;
  /** For the history; undefined for somebody who is not saved yet. */
  attorneyId: string | undefined;
  /** No rows: the type is assigned without call fees. */
  onSave: (typeId: string, bands: CallFeeBand[]) => void;
  onClose: () => void;
};

/** Chooses a disbursement type for an attorney and sets its call fees (specification, sections 2.8 and 5, "Fee modal"). */
export function CallFeeModal({ types, configured, attorneyId, onSave, onClose, ...begin }: Props) {
  const modal = useModal(begin.typeId, configured);
  const formId = useId();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // A dialog stands elsewhere on the page, but React passes its events to the form around it.
    event.stopPropagation();
    const bands = modal.save();
    if (bands) onSave(modal.typeId, bands);
    else focusFirstError(event.currentTarget);
  };
  return (
    <Dialog
      title={begin.typeId === undefined ? 'Add Disbursement' : 'Call fees'}
      isOpen
      onClose={onClose}
      isChanged={modal.isChanged}
      size="large"
      actions={<DialogButtons action={{ label: 'Save', form: formId }} />}
    >
      <form id={formId} noValidate className={styles.form} onSubmit={submit}>
        <SelectField
          data-autofocus
          label="Disbursement type"
          isRequired
          value={modal.typeId}
          error={modal.typeFault}
          options={[
            { value: '', label: 'Please choose', isDisabled: modal.typeId !== '' },
            ...types.map(optionOf(configured)),
          ]}
          onChange={({ currentTarget }) => modal.chooseType(currentTarget.value)}
        />
        <FeeRows draft={modal.draft} faults={modal.shownFaults} onChange={modal.change} />
        <BandHelp bands={modal.isEmpty || modal.hasFaults ? undefined : bandsOf(modal.draft)} />
        <Outcome draft={modal.draft} hasFaults={modal.hasFaults} isEmpty={modal.isEmpty} />
        {attorneyId !== undefined && modal.typeId in configured && (
          <CallFeeHistory key={modal.typeId} attorneyId={attorneyId} typeId={modal.typeId} />
        )}
      </form>
    </Dialog>
  );
}

function Outcome({
  draft,
  hasFaults,
  isEmpty,
}: {
  draft: FeeDraft;
  hasFaults: boolean;
  isEmpty: boolean;
}) {
  if (isEmpty)
    return (
      <Alert kind="info">
        Without rows there are no call fees: the attorney gives the amount with each entry.
      </Alert>
    );
  if (hasFaults)
    return <p className={styles.about}>The prices appear here as soon as the rows are complete.</p>;
  return <PricePreview bands={bandsOf(draft)} />;
}

function useModal(begin: string | undefined, configured: Props['configured']) {
  const [typeId, setTypeId] = useState(begin ?? '');
  const [draft, setDraft] = useState(() => draftOf(configured[begin ?? ''] ?? []));
  const [first] = useState({ typeId, draft });
  const [isTried, setTried] = useState(false);
  const isEmpty = isEmptyDraft(draft);
  const faults = isEmpty ? {} : validateFeeDraft(draft);
  const hasFaults = Object.keys(faults).length > 0;
  return {
    typeId,
    draft,
    isEmpty,
    hasFaults,
    isChanged: JSON.stringify({ typeId, draft }) !== JSON.stringify(first),
    typeFault: isTried && typeId === '' ? 'Please choose a disbursement type.' : undefined,
    shownFaults: isTried ? faults : typedFaults(faults, draft),
    change: setDraft,
    /** A type that is configured already brings its rows along; rows typed for none stay. */
    chooseType: (chosen: string) => {
      const rows = configured[chosen];
      setTypeId(chosen);
      if (rows || typeId in configured) setDraft(draftOf(rows ?? []));
    },
    /** The rows to keep, or undefined where something is wrong, which is shown from then on. */
    save: (): CallFeeBand[] | undefined => {
      setTried(true);
      if (typeId === '' || hasFaults) return undefined;
      return isEmpty ? [] : bandsOf(draft);
    },
  };
}

/** While one types, an input that is still empty is not yet wrong. */
function typedFaults(faults: DraftErrors, draft: FeeDraft): DraftErrors {
  const isTyped = (place: string) => {
    const [row, field] = place.split('.');
    if (field === undefined) return (place === 'every' ? draft.every : draft.everyCost) !== '';
    return draft.rows[Number(row)]?.[field === 'end' ? 'end' : 'cost'] !== '';
  };
  return Object.fromEntries(Object.entries(faults).filter(([place]) => isTyped(place)));
}

function isEmptyDraft({ rows, every, everyCost }: FeeDraft): boolean {
  const typed = [every, everyCost, ...rows.flatMap(({ end, cost }) => [end, cost])];
  return rows.length === emptyDraft.rows.length && typed.every((text) => text.trim() === '');
}

function optionOf(configured: Props['configured']) {
  return ({ _id, title }: DisbursementType) => ({
    value: _id,
    label: _id in configured ? `${title} (assigned)` : title,
  });
}
