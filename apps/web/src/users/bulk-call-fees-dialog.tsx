import type { ChangedAttorney } from '@recoup/contract/users/bulk-call-fees-endpoints';
import { bandOf, feeRowOf } from '@recoup/contract/call-fees/endpoints';
import type { CallFeeBand } from '@recoup/contract/call-fees/rules';
import type { DisbursementType } from '@recoup/contract/disbursements/endpoints';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callFeesKey } from '../call-fees/call-fees.queries.ts';
import { scheduleText } from '../call-fees/fee-text.ts';
import { Alert } from '../ui/feedback/alert.tsx';
import { Dialog } from '../ui/dialog/dialog.tsx';
import { DialogButtons } from '../ui/dialog/dialog-buttons.tsx';
import { CheckboxField } from '../ui/form/fields.tsx';
import { toast } from '../ui/feedback/toast.tsx';
import styles from './bulk-call-fees-dialog.module.css';
import { UserStatusLabel } from './user-status.tsx';
import { allAttorneysQuery, applyCallFees, usersKey } from './users.queries.ts';

type Props = {
  firm: string;
  type: DisbursementType;
  bands: readonly CallFeeBand[];
  /** The attorney of the form is saved with the form. */
  attorneyId: string | undefined;
  onClose: () => void;
};

/** The same rows for several attorneys at once: choose them, look at who changes, apply. */
export function BulkCallFeesDialog({ firm, type, bands, attorneyId, onClose }: Props) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const { preview, apply } = useApply({ type, bands, onApplied: onClose });
  const error = preview.error ?? apply.error;
  return (
    <Dialog
      title={`Apply the fees of ${type.title}`}
      isOpen
      onClose={onClose}
      isChanged={chosen.length > 0}
      size="large"
      actions={<Actions chosen={chosen} preview={preview} apply={apply} />}
    >
      {error !== null && <Alert kind="error">{error.message}</Alert>}
      <p>{scheduleText(bands)}</p>
      {preview.data ? (
        <PreviewTable type={type} attorneys={preview.data} />
      ) : (
        <Choice firm={firm} exceptId={attorneyId} chosen={chosen} onChange={setChosen} />
      )}
    </Dialog>
  );
}

type Doing = ReturnType<typeof useApply>;

function Actions({ chosen, preview, apply }: Doing & { chosen: readonly string[] }) {
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
  return <DialogButtons onBack={preview.reset} backLabel="Back" action={action} />;
}

function useApply({
  type,
  bands,
  onApplied,
}: {
  type: DisbursementType;
  bands: readonly CallFeeBand[];
  onApplied: () => void;
}) {
  const client = useQueryClient();
  const body = { disbursementType: type._id, callFees: bands.map(feeRowOf) };
  const preview = useMutation({
    mutationFn: (attorneys: string[]) => applyCallFees({ ...body, attorneys, dryRun: true }),
  });
  const apply = useMutation({
    mutationFn: (attorneys: string[]) => applyCallFees({ ...body, attorneys, dryRun: false }),
    onSuccess: async (changed) => {
      const count = changed.filter(isChanging).length;
      toast(
        `${type.title}: call fees saved for ${count === 1 ? '1 attorney' : `${count} attorneys`}.`,
      );
      await Promise.all(
        [usersKey, callFeesKey].map((queryKey) => client.invalidateQueries({ queryKey })),
      );
      onApplied();
    },
  });
  return { preview, apply };
}

type ChoiceProps = {
  firm: string;
  exceptId: string | undefined;
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
};

function Choice({ firm, exceptId, chosen, onChange }: ChoiceProps) {
  const { data, error } = useQuery(allAttorneysQuery(firm));
  const others = (data ?? []).filter(({ _id }) => _id !== exceptId);
  if (error !== null) return <Alert kind="error">{error.message}</Alert>;
  if (!data) return <p aria-busy="true">Loading…</p>;
  if (others.length === 0) return <p>There are no other attorneys.</p>;
  const isAll = chosen.length === others.length;
  return (
    <fieldset className={styles.choice}>
      <legend>For which attorneys?</legend>
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

function PreviewTable({
  type,
  attorneys,
}: {
  type: DisbursementType;
  attorneys: readonly ChangedAttorney[];
}) {
  return (
    <table role="table" className={styles.table}>
      <caption>{`${attorneys.filter(isChanging).length} of ${attorneys.length} would change`}</caption>
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader" scope="col">
            Attorney
          </th>
          <th role="columnheader" scope="col">
            Status
          </th>
          <th role="columnheader" scope="col">
            Now
          </th>
          <th role="columnheader" scope="col">
            Change
          </th>
        </tr>
      </thead>
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
                : scheduleText(attorney.before.map(bandOf))}
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
  if (isTypeNew) return `${title} is assigned, with these fees`;
  if (change === 'none') return 'Stays as it is';
  return change === 'added' ? 'Gets these fees' : 'Fees are replaced';
}
