import { toCallFeeBand } from '@recoup/contract/call-fees/fee-rows';
import { feesText } from '@recoup/contract/call-fees/fee-text';
import type { CallFeeBand } from '@recoup/contract/call-fees/rules';
import type { FeeSchedule } from '@recoup/contract/call-fees/schedules';
import type { DisbursementType } from '@recoup/contract/disbursements/endpoints';
import type { ListedUser, User } from '@recoup/contract/users/user';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { CallFeeModal } from '../call-fees/call-fee-modal.tsx';
import { priceText } from '../call-fees/price-text.ts';
import { today } from '../platform/browser/local-day.ts';
import { Button } from '../ui/controls/button.tsx';
import { PencilIcon, PlusIcon } from '../ui/controls/icons.tsx';
import { DialogButtons } from '../ui/dialog/dialog-buttons.tsx';
import { Dialog } from '../ui/dialog/dialog.tsx';
import { useSettled } from '../ui/dialog/use-settled.ts';
import { Alert } from '../ui/feedback/alert.tsx';
import { Tag } from '../ui/feedback/tag.tsx';
import { SelectField } from '../ui/form/fields.tsx';
import shared from '../ui/layout/shared.module.css';
import { cx } from '../ui/lib/class-names.ts';
import { formatDate } from '../ui/lib/format.ts';
import { RowAction } from '../ui/list/row-action.tsx';
import styles from './assigned-types.module.css';
import {
  type AttorneyValues,
  type TypesAndFees,
  typesAndFees,
  withoutType,
  withType,
} from './attorney-form-values.ts';
import { BulkCallFeesDialog } from './shared-fees/bulk-call-fees-dialog.tsx';
import { allAttorneysQuery, userQuery } from './users.queries.ts';

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

/** The coming call fees of a type, the next ones first: `From 1 Mar 2027: to 5 min R 35.00 · …`. */
export function comingFees(
  schedules: readonly FeeSchedule[] | undefined,
  typeId: string,
  day = today(),
): string[] {
  return (schedules ?? [])
    .filter((each) => each.disbursementType === typeId && each.validFrom > day)
    .toSorted((a, b) => (a.validFrom < b.validFrom ? -1 : 1))
    .map(
      ({ validFrom, callFees }) =>
        `From ${formatDate(validFrom)}: ${feesText(callFees.map(toCallFeeBand))}`,
    );
}
