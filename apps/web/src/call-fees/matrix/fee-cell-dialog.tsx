import { toCallFeeBand, toFeeRow } from '@recoup/contract/call-fees/fee-rows';
import { callFeesOn } from '@recoup/contract/call-fees/schedules';
import type { DisbursementType } from '@recoup/contract/disbursements/endpoints';
import type { User } from '@recoup/contract/users/user';
import { useState } from 'react';
import { today } from '../../platform/browser/local-day.ts';
import { useReadOnce } from '../../platform/api/use-read-once.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { DialogButtons } from '../../ui/dialog/dialog-buttons.tsx';
import { CallFeeModal } from '../call-fee-modal.tsx';
import { toBands } from '../fee-draft.ts';
import { CellConflict } from './cell-conflict.tsx';
import { attorneyQuery } from './fees.queries.ts';
import type { Typed } from '../use-call-fee-modal.ts';
import type { ConflictChoices } from '../../platform/edit-conflict/edit-conflict.tsx';
import { useSaveCell } from './use-save-cell.ts';

type Props = {
  attorney: { _id: string; name: string };
  type: DisbursementType;
  /** All types of the firm, by whose titles a conflict is told. */
  types: readonly DisbursementType[];
  /** The day of the page; undefined for today. */
  on: string | undefined;
  onClose: () => void;
};

/** The call fees of one attorney for one type, with their time line. */
export function FeeCellDialog(props: Props) {
  const { attorney, type, onClose } = props;
  const title = `${type.title}: ${attorney.name}`;
  const { data: read, error, refetch } = useReadOnce(attorneyQuery(attorney._id));
  if (read) return <ReadCell {...props} title={title} read={read} />;
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      size="large"
      actions={<DialogButtons action={{ label: 'Save', isDisabled: true }} />}
    >
      {error === null ? (
        <p aria-busy="true">Loading…</p>
      ) : (
        <ErrorState
          title="The attorney could not be loaded."
          message={error.message}
          onRetry={() => void refetch()}
        />
      )}
    </Dialog>
  );
}

function ReadCell({ read, type, types, on, ...dialog }: Props & { title: string; read: User }) {
  // A past day shows what was; what is changed are the fees of today, or of a coming day.
  const day = on === undefined || on < today() ? today() : on;
  const [base, setBase] = useState({ user: read, reloads: 0 });
  const { user } = base;
  const isAssigned = user.disbursementTypes.some(({ _id }) => _id === type._id);
  const rows = callFeesOn(user.callFeeSchedules, { disbursementType: type._id, day });
  const save = useSaveCell({ user, type, onClose: dialog.onClose });
  const choose = save.choosing({
    reload: (theirs) => setBase({ user: theirs, reloads: base.reloads + 1 }),
    overwrite: (theirs) => setBase({ ...base, user: theirs }),
  });
  return (
    <CallFeeModal
      // A reload remounts the form: the fees that another admin saved replace the typed ones.
      key={base.reloads}
      title={dialog.title}
      types={[type]}
      typeId={type._id}
      configured={isAssigned ? { [type._id]: rows.map(toCallFeeBand) } : {}}
      attorneyId={user._id}
      dated={{ from: day, schedules: user.callFeeSchedules }}
      isBusy={save.isPending}
      onSave={save.mutate}
      onClose={dialog.onClose}
      renderNotice={(typed) => (
        <CellNotice {...{ user, type, types, isAssigned, typed, save, choose }} />
      )}
    />
  );
}

type NoticeProps = Pick<Props, 'type' | 'types'> & {
  user: User;
  isAssigned: boolean;
  typed: Typed;
  save: ReturnType<typeof useSaveCell>;
  choose: ConflictChoices<User>;
};

function CellNotice({ user, type, types, isAssigned, typed, save, choose }: NoticeProps) {
  const isNone = typed.isEmpty || typed.hasErrors;
  const callFees = isNone ? [] : toBands(typed.draft).map(toFeeRow);
  return (
    <>
      {!isAssigned && (
        <Alert kind="info">
          {user.name} cannot record {type.title} yet. Save assigns it.
        </Alert>
      )}
      {save.hasConflict && (
        <CellConflict
          base={user}
          types={types}
          yours={{ typeId: type._id, from: typed.day, callFees }}
          choose={choose}
        />
      )}
      {save.message !== undefined && <Alert kind="error">{save.message}</Alert>}
    </>
  );
}
