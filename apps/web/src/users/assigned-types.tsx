import type { CallFeeBand } from '@recoup/contract/call-fees/rules';
import type { DisbursementType } from '@recoup/contract/disbursements/endpoints';
import { useState, type ReactNode } from 'react';
import { priceText } from '../call-fees/price-text.ts';
import { comingFees } from './coming-fees.ts';
import { formatDate } from '../ui/lib/format.ts';
import { Button } from '../ui/controls/button.tsx';
import { PencilIcon, PlusIcon } from '../ui/controls/icons.tsx';
import { RowAction } from '../ui/list/row-action.tsx';
import { cx } from '../ui/lib/class-names.ts';
import { Tag } from '../ui/feedback/tag.tsx';
import { useSettled } from '../ui/dialog/use-settled.ts';
import styles from './assigned-types.module.css';
import { withoutType, type AttorneyValues, withType } from './attorney-form-values.ts';
import shared from '../ui/layout/shared.module.css';
import type { User } from '@recoup/contract/users/user';
import { today } from '../platform/browser/local-day.ts';
import { CallFeeModal } from '../call-fees/call-fee-modal.tsx';
import { BulkCallFeesDialog } from './shared-fees/bulk-call-fees-dialog.tsx';
import { CopyFeesDialog } from './shared-fees/copy-fees-dialog.tsx';

/** Types that an attorney may record, each with its call fees and an edit button. */
export function AssignedTypes({ error, ...props }: Props) {
  const [open, setOpen] = useState<Open>();
  const { values } = props;
  return (
    <section className={styles.section} aria-labelledby="assigned-types">
      <h2 id="assigned-types" className={styles.title}>
        Disbursement types
      </h2>
      {error !== undefined && error !== null && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
      {values.types.length === 0 && (
        <p className={shared.muted}>None yet. This attorney cannot record anything.</p>
      )}
      <TypeList {...props} onOpen={setOpen} />
      {values.callFeesFrom !== '' && (
        <p>Changed fees are valid from {formatDate(values.callFeesFrom)}.</p>
      )}
      <div className={cx(shared.buttons, shared.growing)}>
        <Button variant="outline" onClick={() => setOpen({ what: 'modal', typeId: undefined })}>
          <PlusIcon />
          Add Disbursement
        </Button>
        <Button variant="quiet" onClick={() => setOpen({ what: 'copy' })}>
          Copy fees from…
        </Button>
      </div>
      <OpenDialog {...props} open={open} onClose={() => setOpen(undefined)} />
    </section>
  );
}

function TypeList({
  values,
  types,
  attorney,
  onChange,
  onOpen,
}: Omit<Props, 'error'> & { onOpen: (open: Open) => void }) {
  // The next row moves up: a second tap must not remove it too.
  const isSettled = useSettled(values.types.length, true);
  return (
    <ul className={styles.list}>
      {values.types.map((typeId) => (
        <AssignedType
          key={typeId}
          type={types.find(({ _id }) => _id === typeId)}
          bands={values.fees[typeId] ?? []}
          coming={comingFees(attorney?.callFeeSchedules, typeId)}
          onEdit={() => onOpen({ what: 'modal', typeId })}
          onApply={() => onOpen({ what: 'apply', typeId })}
          isPaused={!isSettled}
          onRemove={() => onChange(withoutType(values, typeId))}
        />
      ))}
    </ul>
  );
}

type RowProps = {
  type: DisbursementType | undefined;
  bands: readonly CallFeeBand[];
  coming: readonly string[];
  onEdit: () => void;
  onApply: () => void;
  isPaused: boolean;
  onRemove: () => void;
};

function AssignedType({ type, bands, coming, onEdit, onApply, isPaused, onRemove }: RowProps) {
  const title = type?.title ?? 'Unknown type';
  return (
    <li>
      <div className={styles.type}>
        <strong>{title}</strong> {type?.active === false && <Tag>Not in use</Tag>}
        <p>{priceText(bands, type?.unitPrice ?? null)}</p>
        {coming.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </div>
      <div className={styles.actions}>
        <RowAction label={`Edit ${title}`} onClick={onEdit}>
          <PencilIcon />
          Edit
        </RowAction>
        {bands.length > 0 && (
          <RowAction label={`Apply to others: fees of ${title}`} onClick={onApply}>
            Apply to others
          </RowAction>
        )}
        <RowAction label={`Remove ${title}`} isPaused={isPaused} onClick={onRemove}>
          Remove
        </RowAction>
      </div>
    </li>
  );
}

/** The open dialog: call fees, copy, or apply to others. */
type Open =
  | { what: 'modal'; typeId: string | undefined }
  | { what: 'copy' }
  | { what: 'apply'; typeId: string };
function OpenDialog({
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

type Props = {
  types: readonly DisbursementType[];
  /** As it was read; undefined for a new one. */
  attorney: User | undefined;
  values: AttorneyValues;
  error: ReactNode;
  onChange: (change: Partial<AttorneyValues>) => void;
};
