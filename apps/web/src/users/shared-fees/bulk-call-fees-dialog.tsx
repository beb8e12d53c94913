import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { CallFeeBand } from '@recoup/contract/call-fees/rules';
import type { DisbursementType } from '@recoup/contract/disbursements/endpoints';
import { toFeeRow, toCallFeeBand } from '@recoup/contract/call-fees/fee-rows';
import {
  bulkCallFeeEndpoints,
  type CallFeeChange,
  type ChangedAttorney,
} from '@recoup/contract/users/bulk-call-fees-endpoints';
import { feesText } from '@recoup/contract/call-fees/fee-text';
import { countOf, formatDate } from '../../ui/lib/format.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { DialogButtons } from '../../ui/dialog/dialog-buttons.tsx';
import { CheckboxField } from '../../ui/form/choice-fields.tsx';
import styles from './bulk-call-fees-dialog.module.css';
import { allAttorneysQuery } from '../users.queries.ts';
import { UserStatusLabel } from '../user-status.tsx';
import { PlainTableHead } from '../../ui/list/plain-table-head.tsx';
import { useActionBy } from '../../platform/api/use-action.ts';
import { send } from '../../platform/api/api-client.ts';

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
        {feesText(bands)}
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
      onClick: () => preview.run(attorneys),
    };
    return <DialogButtons action={action} />;
  }
  const isNothing = !preview.data.some(isChanging);
  const action = {
    label: 'Apply',
    isDisabled: isNothing,
    isBusy: apply.isPending,
    onClick: () => apply.run(attorneys),
  };
  const goBack = () => {
    preview.reset();
    apply.reset();
  };
  return <DialogButtons onBack={goBack} backLabel="Back" action={action} />;
}

type ChoiceProps = {
  exceptId: string | undefined;
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
};

function AttorneyCheckboxes({ exceptId, chosen, onChange }: ChoiceProps) {
  const { data, error } = useQuery(allAttorneysQuery);
  const others = (data ?? []).filter(({ _id }) => _id !== exceptId);
  if (error !== null) return <Alert kind="error">{error.message}</Alert>;
  if (!data) return <p aria-busy="true">Loading…</p>;
  if (others.length === 0) return <p>There are no other attorneys.</p>;
  const isAll = chosen.length === others.length;
  return (
    <fieldset className={styles.choice}>
      <legend>Apply to</legend>
      <CheckboxField
        label={`All ${others.length}`}
        checked={isAll}
        onChange={() => onChange(isAll ? [] : others.map(({ _id }) => _id))}
      />
      <div className={styles.people}>
        {others.map(({ _id, name }) => (
          <CheckboxField
            key={_id}
            label={name}
            checked={chosen.includes(_id)}
            onChange={() =>
              onChange(
                chosen.includes(_id) ? chosen.filter((each) => each !== _id) : [...chosen, _id],
              )
            }
          />
        ))}
      </div>
    </fieldset>
  );
}

function useApply({
  type,
  bands,
  callFeesFrom,
  onApplied,
}: {
  type: DisbursementType;
  bands: readonly CallFeeBand[];
  callFeesFrom: string;
  onApplied: () => void;
}) {
  const body = {
    disbursementType: type._id,
    callFees: bands.map(toFeeRow),
    ...(callFeesFrom !== '' && { callFeesFrom }),
  };
  const preview = useActionBy((attorneys: string[]) =>
    applyCallFees({ ...body, attorneys, dryRun: true }),
  );
  const apply = useActionBy(
    (attorneys: string[]) => {
      const expected = preview.data?.map(({ _id, version }) => ({ _id, version }));
      return applyCallFees({ ...body, attorneys, expected, dryRun: false });
    },
    {
      done: (changed) => {
        const count = changed.filter(isChanging).length;
        return `${type.title} fees updated for ${countOf(count, 'attorney', 'attorneys')}.`;
      },
      changes: ['users', 'call-fees'],
      onDone: onApplied,
    },
  );
  return { preview, apply };
}

/** `dryRun` only previews. */
async function applyCallFees(body: CallFeeChange) {
  return (await send(bulkCallFeeEndpoints.applyCallFees, { body })).data.attorneys;
}

type PreviewTableProps = { type: DisbursementType; attorneys: readonly ChangedAttorney[] };

function PreviewTable({ type, attorneys }: PreviewTableProps) {
  const changing = attorneys.filter(isChanging);
  return (
    <table role="table" className={styles.table}>
      <caption>{`${changing.length} of ${attorneys.length} will change`}</caption>
      <PlainTableHead titles={['Attorney', 'Status', 'Now', 'Change']} />
      <tbody role="rowgroup">
        {attorneys.map((attorney) => (
          <tr role="row" key={attorney._id}>
            <th role="rowheader" scope="row">
              {attorney.name}
            </th>
            <td role="cell">
              <UserStatusLabel status={attorney.status} />
            </td>
            <td role="cell">
              {attorney.before.length === 0
                ? 'No call fees'
                : feesText(attorney.before.map(toCallFeeBand))}
            </td>
            <td role="cell">{changeText(attorney, type.title)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function isChanging({ change, isTypeNew }: ChangedAttorney): boolean {
  return change !== 'none' || isTypeNew;
}

function changeText({ change, isTypeNew }: ChangedAttorney, title: string): string {
  if (isTypeNew) return `${title} added with these fees`;
  if (change === 'none') return 'No change';
  return change === 'added' ? 'Fees added' : 'Fees replaced';
}
