import { compareCodes } from '@recoup/contract/core/code-order';
import { toCallFeeBand } from '@recoup/contract/call-fees/fee-rows';
import { feesText } from '@recoup/contract/call-fees/fee-text';
import type { CallFeeBand } from '@recoup/contract/call-fees/rules';
import type { FeeSchedule } from '@recoup/contract/call-fees/schedules';
import type { DisbursementType } from '@recoup/contract/disbursements/endpoints';
import { type ReactNode, Suspense, useState } from 'react';
import { priceText } from '../call-fees/price-text.ts';
import { useLoadBeforeUse } from '../platform/browser/load-before-use.ts';
import { today } from '../platform/browser/local-day.ts';
import { Button } from '../ui/controls/button.tsx';
import { PencilIcon, PlusIcon } from '../ui/controls/icons.tsx';
import { useSettled } from '../ui/dialog/use-settled.ts';
import { lazyPart } from '../ui/feedback/lazy-part.tsx';
import { Tag } from '../ui/feedback/tag.tsx';
import shared from '../ui/layout/shared.module.css';
import { cx } from '../ui/lib/class-names.ts';
import { formatDate } from '../ui/lib/format.ts';
import { RowAction } from '../ui/list/row-action.tsx';
import styles from './assigned-types.module.css';
import type { AssignedProps, Open } from './assigned-type-dialogs.tsx';
import { withoutType } from './attorney-form-values.ts';

const loadDialog = async () => ({
  default: (await import('./assigned-type-dialogs.tsx')).TypesDialog,
});
const TypesDialog = lazyPart(loadDialog, ({ onClose }) => onClose);

/** Types that an attorney may record, each with its call fees and an edit button. */
export function AssignedTypes({ error, ...props }: AssignedProps & { error: ReactNode }) {
  const [open, setOpen] = useState<Open>();
  useLoadBeforeUse(loadDialog);
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
      {open && (
        <Suspense>
          <TypesDialog {...props} open={open} onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
    </section>
  );
}

function TypeList({
  values,
  types,
  attorney,
  onChange,
  onOpen,
}: AssignedProps & { onOpen: (open: Open | undefined) => void }) {
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
          onRemove={() => {
            // A dialog whose file is still on its way would open with what is gone.
            onOpen(undefined);
            onChange(withoutType(values, typeId));
          }}
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

/** The coming call fees of a type, the next ones first: `From 1 Mar 2027: to 5 min R 35.00 · …`. */
export function comingFees(
  schedules: readonly FeeSchedule[] | undefined,
  typeId: string,
  day = today(),
): string[] {
  return (schedules ?? [])
    .filter((each) => each.disbursementType === typeId && each.validFrom > day)
    .toSorted((a, b) => compareCodes(a.validFrom, b.validFrom))
    .map(
      ({ validFrom, callFees }) =>
        `From ${formatDate(validFrom)}: ${feesText(callFees.map(toCallFeeBand))}`,
    );
}
