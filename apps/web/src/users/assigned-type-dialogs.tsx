import type { ReactNode } from 'react';
import type { DisbursementType } from '@recoup/contract/disbursements/endpoints';
import { CallFeeModal } from '../call-fees/call-fee-modal.tsx';
import { type AttorneyValues, withType } from './attorney-form-values.ts';
import { BulkCallFeesDialog } from './shared-fees/bulk-call-fees-dialog.tsx';
import { CopyFeesDialog } from './shared-fees/copy-fees-dialog.tsx';

/** The open dialog: call fees, copy, or apply to others. */
export type Open =
  | { what: 'modal'; typeId: string | undefined }
  | { what: 'copy' }
  | { what: 'apply'; typeId: string };
export function OpenDialog({
  open,
  types,
  attorneyId,
  values,
  onChange,
  onClose,
}: Omit<Props, 'error'> & { open: Open | undefined; onClose: () => void }) {
  if (!open) return null;
  const change = (wanted: Pick<AttorneyValues, 'types' | 'fees'>) => {
    onChange(wanted);
    onClose();
  };
  if (open.what === 'copy')
    return <CopyFeesDialog {...{ types, attorneyId, values, onClose }} onCopy={change} />;
  if (open.what === 'apply') {
    const type = types.find(({ _id }) => _id === open.typeId);
    if (!type) return null;
    return (
      <BulkCallFeesDialog
        {...{ type, attorneyId, onClose }}
        bands={values.fees[open.typeId] ?? []}
      />
    );
  }
  return (
    <CallFeeModal
      types={types.filter(({ _id, active }) => active || values.types.includes(_id))}
      typeId={open.typeId}
      configured={values.fees}
      attorneyId={attorneyId}
      onSave={(typeId, bands) => change(withType(values, typeId, bands))}
      onClose={onClose}
    />
  );
}
export type Props = {
  types: readonly DisbursementType[];
  attorneyId: string | undefined;
  values: AttorneyValues;
  error: ReactNode;
  onChange: (change: Pick<AttorneyValues, 'types' | 'fees'>) => void;
};
