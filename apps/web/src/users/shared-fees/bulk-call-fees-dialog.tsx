import type { CallFeeBand } from '@recoup/contract/call-fees/rules';
import type { DisbursementType } from '@recoup/contract/disbursements/endpoints';
import { useState } from 'react';
import { scheduleText } from '../../call-fees/fee-text.ts';
import { formatDate } from '../../ui/lib/format.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { DialogButtons } from '../../ui/dialog/dialog-buttons.tsx';
import { PreviewTable, isChanging } from './bulk-call-fees-preview.tsx';
import { AttorneyCheckboxes } from './attorney-checkboxes.tsx';
import { useApply } from './use-bulk-call-fees.ts';

type Props = {
  type: DisbursementType;
  bands: readonly CallFeeBand[];
  /** The attorney of the form is saved with the form. */
  attorneyId: string | undefined;
  /** The first day of the fees; empty for the day of saving. */
  callFeesFrom: string;
  onClose: () => void;
};

/** The same rows for several attorneys at once: choose them, look at who changes, apply. */
export function BulkCallFeesDialog({ type, bands, attorneyId, callFeesFrom, onClose }: Props) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const { preview, apply } = useApply({ type, bands, callFeesFrom, onApplied: onClose });
  const error = preview.error ?? apply.error;
  return (
    <Dialog
      title={`Apply ${type.title} fees to others`}
      isOpen
      onClose={onClose}
      isChanged={chosen.length > 0}
      size="large"
      actions={<BulkFeesButtons chosen={chosen} preview={preview} apply={apply} />}
    >
      {error !== null && <Alert kind="error">{error.message}</Alert>}
      <p>
        {scheduleText(bands)}
        {callFeesFrom !== '' && `; valid from ${formatDate(callFeesFrom)}`}
      </p>
      {preview.data ? (
        <PreviewTable type={type} attorneys={preview.data} />
      ) : (
        <AttorneyCheckboxes exceptId={attorneyId} chosen={chosen} onChange={setChosen} />
      )}
    </Dialog>
  );
}

type Doing = ReturnType<typeof useApply>;

function BulkFeesButtons({ chosen, preview, apply }: Doing & { chosen: readonly string[] }) {
  const attorneys = [...chosen];
  if (!preview.data) {
    const action = {
      label: 'Preview',
      isDisabled: chosen.length === 0,
      isBusy: preview.isPending,
      onClick: () => preview.mutate(attorneys),
    };
    return <DialogButtons action={action} />;
  }
  const isNothing = !preview.data.some(isChanging);
  const action = {
    label: 'Apply',
    isDisabled: isNothing,
    isBusy: apply.isPending,
    onClick: () => apply.mutate(attorneys),
  };
  const goBack = () => {
    preview.reset();
    apply.reset();
  };
  return <DialogButtons onBack={goBack} backLabel="Back" action={action} />;
}
