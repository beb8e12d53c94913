import type { ReactNode } from 'react';
import type { DisbursementType } from '@recoup/contract/disbursements/endpoints';
import type { User } from '@recoup/contract/users/user';
import { today } from '../platform/browser/local-day.ts';
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
  attorney,
  values,
  onChange,
  onClose,
}: Omit<Props, 'error'> & { open: Open | undefined; onClose: () => void }) {
  if (!open) return null;
  const attorneyId = attorney?._id;
  const change = (wanted: Partial<AttorneyValues>) => {
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
        callFeesFrom={values.callFeesFrom}
      />
    );
  }
  return (
    <TypeFees {...{ types, attorney, values, onClose }} typeId={open.typeId} onChange={change} />
  );
}

type TypeFeesProps = Omit<Props, 'error'> & { typeId: string | undefined; onClose: () => void };

function TypeFees({ types, attorney, values, typeId, onChange, onClose }: TypeFeesProps) {
  return (
    <CallFeeModal
      types={types.filter(({ _id, active }) => active || values.types.includes(_id))}
      typeId={typeId}
      configured={values.fees}
      attorneyId={attorney?._id}
      dated={attorney && datedFees(values, attorney)}
      onSave={(saved) =>
        onChange({
          ...withType(values, saved.typeId, saved.bands),
          callFeesFrom: saved.from === today() ? '' : saved.from,
        })
      }
      onClose={onClose}
    />
  );
}

function datedFees({ callFeesFrom }: AttorneyValues, { callFeeSchedules: schedules }: User) {
  return {
    from: callFeesFrom === '' ? today() : callFeesFrom,
    schedules,
    about: 'One day for all changed fees of this form.',
  };
}

export type Props = {
  types: readonly DisbursementType[];
  /** As it was read; undefined for a new one. */
  attorney: User | undefined;
  values: AttorneyValues;
  error: ReactNode;
  onChange: (change: Partial<AttorneyValues>) => void;
};
