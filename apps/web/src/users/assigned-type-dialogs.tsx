import type { DisbursementType } from '@recoup/contract/disbursements/endpoints';
import type { ListedUser, User } from '@recoup/contract/users/user';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CallFeeModal } from '../call-fees/call-fee-modal.tsx';
import { priceText } from '../call-fees/price-text.ts';
import { today } from '../platform/browser/local-day.ts';
import { DialogButtons } from '../ui/dialog/dialog-buttons.tsx';
import { Dialog } from '../ui/dialog/dialog.tsx';
import { Alert } from '../ui/feedback/alert.tsx';
import { SelectField } from '../ui/form/fields.tsx';
import shared from '../ui/layout/shared.module.css';
import styles from './assigned-types.module.css';
import {
  type AttorneyValues,
  type TypesAndFees,
  typesAndFees,
  withType,
} from './attorney-form-values.ts';
import { BulkCallFeesDialog } from './shared-fees/bulk-call-fees-dialog.tsx';
import { allAttorneysQuery, userQuery } from './users.queries.ts';

export type AssignedProps = {
  types: readonly DisbursementType[];
  /** As it was read; undefined for a new one. */
  attorney: User | undefined;
  values: AttorneyValues;
  onChange: (change: Partial<AttorneyValues>) => void;
};

/** The open dialog: call fees, copy, or apply to others. */
export type Open =
  | { what: 'modal'; typeId: string | undefined }
  | { what: 'copy' }
  | { what: 'apply'; typeId: string };

type Props = AssignedProps & { open: Open; onClose: () => void };

export function TypesDialog({ open, types, attorney, values, onChange, onClose }: Props) {
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

type TypeFeesProps = AssignedProps & { typeId: string | undefined; onClose: () => void };

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

type CopyFeesProps = {
  types: readonly DisbursementType[];
  attorneyId: string | undefined;
  values: AttorneyValues;
  onCopy: (copied: TypesAndFees) => void;
  onClose: () => void;
};

/** Copies another attorney's types and call fees; own types stay. */
function CopyFeesDialog({ types, attorneyId, values, onCopy, onClose }: CopyFeesProps) {
  const [chosen, setChosen] = useState('');
  const attorneys = useQuery(allAttorneysQuery);
  const source = useQuery({ ...userQuery(chosen), enabled: chosen !== '' });
  const found = source.data ? usable(typesAndFees(source.data), types, values) : undefined;
  const error = attorneys.error ?? source.error;
  return (
    <Dialog
      title="Copy fees from…"
      isOpen
      onClose={onClose}
      isChanged={chosen !== ''}
      actions={
        <DialogButtons
          action={{
            label: 'Copy',
            isDisabled: !found || found.types.length === 0,
            onClick: () => found && onCopy(merged(values, found)),
          }}
        />
      }
    >
      {error !== null && <Alert kind="error">{error.message}</Alert>}
      <SelectField
        label="Attorney"
        value={chosen}
        options={attorneyOptions(attorneys.data, attorneyId, chosen)}
        onChange={({ currentTarget }) => setChosen(currentTarget.value)}
      />
      {found !== undefined && <Preview found={found} types={types} values={values} />}
    </Dialog>
  );
}

function attorneyOptions(
  attorneys: ListedUser[] | undefined,
  exceptId: string | undefined,
  chosen: string,
) {
  const others = (attorneys ?? []).filter(({ _id }) => _id !== exceptId);
  const label = attorneys ? 'Please choose' : 'Loading…';
  return [
    { value: '', label, isDisabled: chosen !== '' },
    ...others.map(({ _id, name }) => ({ value: _id, label: name })),
  ];
}

function Preview({
  found,
  types,
  values,
}: {
  found: TypesAndFees;
  types: CopyFeesProps['types'];
  values: AttorneyValues;
}) {
  if (found.types.length === 0)
    return <p className={shared.muted}>This attorney has no disbursement types to copy.</p>;
  return (
    <ul className={styles.list}>
      {found.types.map((typeId) => {
        const type = types.find(({ _id }) => _id === typeId);
        return (
          <li key={typeId}>
            <div>
              <strong>{type?.title}</strong>
              {values.types.includes(typeId) ? ' (replaces current fees)' : ' (new)'}
              <p>{priceText(found.fees[typeId] ?? [], type?.unitPrice ?? null)}</p>
            </div>
          </li>
        );
      })}
    </ul>
  );
}

/** A type that is no longer in use can stay, but not newly assigned. */
function usable(
  source: TypesAndFees,
  types: readonly DisbursementType[],
  values: AttorneyValues,
): TypesAndFees {
  const isUsable = (typeId: string) =>
    values.types.includes(typeId) || types.some(({ _id, active }) => _id === typeId && active);
  return { types: source.types.filter(isUsable), fees: source.fees };
}

function merged(values: AttorneyValues, found: TypesAndFees): TypesAndFees {
  return found.types.reduce<TypesAndFees>(
    (sum, typeId) => withType({ ...values, ...sum }, typeId, found.fees[typeId] ?? []),
    {
      types: values.types,
      fees: values.fees,
    },
  );
}
