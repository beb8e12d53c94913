import { type FormEvent, useId } from 'react';
import { Alert } from '../ui/feedback/alert.tsx';
import { Dialog } from '../ui/dialog/dialog.tsx';
import { DialogButtons } from '../ui/dialog/dialog-buttons.tsx';
import { SelectField } from '../ui/form/fields.tsx';
import { focusFirstError } from '../ui/dialog/focus-first-error.ts';
import { BandHelp } from './band-help.tsx';
import { CallFeeHistory } from './call-fee-history.tsx';
import styles from './call-fee-modal.module.css';
import { bandsOf, type FeeDraft } from './fee-draft.ts';
import { FeeRows } from './fee-rows.tsx';
import { PricePreview } from './price-preview.tsx';
import { type Props, useCallFeeModal } from './use-call-fee-modal.ts';
import shared from '../ui/layout/shared.module.css';

/** Assigns a type and sets its call fees (specification, sections 2.8 and 5). */
export function CallFeeModal({ types, configured, attorneyId, onSave, onClose, ...begin }: Props) {
  const modal = useCallFeeModal(begin.typeId, configured);
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
          error={modal.typeError}
          options={optionsOf(types, configured, modal.typeId)}
          onChange={({ currentTarget }) => modal.chooseType(currentTarget.value)}
        />
        <FeeRows draft={modal.draft} errors={modal.shownErrors} onChange={modal.change} />
        <BandHelp bands={modal.isEmpty || modal.hasErrors ? undefined : bandsOf(modal.draft)} />
        <PriceOutcome draft={modal.draft} hasErrors={modal.hasErrors} isEmpty={modal.isEmpty} />
        {attorneyId !== undefined && modal.typeId in configured && (
          <CallFeeHistory key={modal.typeId} attorneyId={attorneyId} typeId={modal.typeId} />
        )}
      </form>
    </Dialog>
  );
}

function PriceOutcome({
  draft,
  hasErrors,
  isEmpty,
}: {
  draft: FeeDraft;
  hasErrors: boolean;
  isEmpty: boolean;
}) {
  if (isEmpty)
    return <Alert kind="info">No call fees: the attorney enters the amount each time.</Alert>;
  if (hasErrors) return <p className={shared.muted}>Prices appear once the rows are complete.</p>;
  return <PricePreview bands={bandsOf(draft)} />;
}

function optionsOf(types: Props['types'], configured: Props['configured'], chosen: string) {
  const known = types.map(({ _id, title }) => ({
    value: _id,
    label: _id in configured ? `${title} (assigned)` : title,
  }));
  return [{ value: '', label: 'Please choose', isDisabled: chosen !== '' }, ...known];
}
