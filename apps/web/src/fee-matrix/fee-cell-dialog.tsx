import { compareCodes } from '@recoup/contract/core/code-order';
import type { FeeRow } from '@recoup/contract/call-fees/endpoints';
import { toCallFeeBand, toFeeRow } from '@recoup/contract/call-fees/fee-rows';
import { feesText } from '@recoup/contract/call-fees/fee-text';
import { callFeesOn, type FeeSchedule } from '@recoup/contract/call-fees/schedules';
import { beginningOfTime } from '@recoup/contract/call-fees/validity';
import type { DisbursementType } from '@recoup/contract/disbursements/endpoints';
import { userEndpoints } from '@recoup/contract/users/endpoints';
import type { User } from '@recoup/contract/users/user';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CallFeeModal } from '../call-fees/call-fee-modal.tsx';
import { toBands } from '../call-fees/fee-draft.ts';
import type { SavedFees, Typed } from '../call-fees/use-call-fee-modal.ts';
import { send } from '../platform/api/api-client.ts';
import { ApiError } from '../platform/api/api-error.ts';
import { useActionBy } from '../platform/api/use-action.ts';
import { useReadOnce } from '../platform/api/use-read-once.ts';
import { today } from '../platform/browser/local-day.ts';
import { type ConflictChoices, EditConflict } from '../platform/edit-conflict/edit-conflict.tsx';
import {
  type Difference,
  type Line,
  listDifferences,
} from '../platform/edit-conflict/three-way.ts';
import { useLostAnswer } from '../platform/edit-conflict/use-lost-answer.ts';
import { DialogButtons } from '../ui/dialog/dialog-buttons.tsx';
import { Dialog } from '../ui/dialog/dialog.tsx';
import { Alert } from '../ui/feedback/alert.tsx';
import { Loaded } from '../ui/feedback/loaded.tsx';
import { formatLongDate } from '../ui/lib/format.ts';
import { userQuery } from '../users/users.queries.ts';
import { statusNames } from './fee-matrix.ts';

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
  const query = useReadOnce(userQuery(attorney._id));
  if (query.data) return <ReadCell {...props} title={title} read={query.data} />;
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      size="large"
      actions={<DialogButtons action={{ label: 'Save', isDisabled: true }} />}
    >
      <Loaded query={query} what="The attorney" />
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
      onSave={save.run}
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

type CellConflictProps = {
  /** The attorney as the dialog read it. */
  base: User;
  types: readonly DisbursementType[];
  yours: CellChange;
  choose: ConflictChoices<User>;
};

/** Changes that another user saved to the attorney since the dialog opened. */
function CellConflict({ base, types, yours, choose }: CellConflictProps) {
  const saved = useQuery({ ...userQuery(base._id), refetchOnMount: 'always' });
  const titles = new Map(types.map(({ _id, title }) => [_id, title]));
  return (
    <EditConflict
      saved={saved}
      differences={(theirs) => cellDifferences({ base, theirs, yours, titles })}
      choose={choose}
    />
  );
}

type Choices = Omit<ConflictChoices<User>, 'isPerhapsOwn'>;
type Saving = { user: User; type: DisbursementType; onClose: () => void };

/** Saves the version of the attorney that was read; after an overwritten conflict the newest. */
function useSaveCell({ user, type, onClose }: Saving) {
  const save = useActionBy((saved: SavedFees) => saveCell(user, saved), {
    done: `${type.title} fees of ${user.name} saved.`,
    changes: ['call-fees', 'users'],
    onDone: onClose,
  });
  const { isLost: isPerhapsOwn, forget } = useLostAnswer(save.error);
  const hasConflict = save.error instanceof ApiError && save.error.code === 'changed_meanwhile';
  const then = (choose: (theirs: User) => void) => (theirs: User) => {
    choose(theirs);
    save.reset();
    forget();
  };
  return {
    run: (saved: SavedFees) => save.run(saved),
    isPending: save.isPending,
    hasConflict,
    message: hasConflict ? undefined : save.error?.message,
    choosing: ({ reload, overwrite }: Choices): ConflictChoices<User> => ({
      reload: then(reload),
      overwrite: then(overwrite),
      isPerhapsOwn,
    }),
  };
}

/** Saves the call fees of one type, and nothing else of the attorney. */
function saveCell(user: User, { typeId, bands, from }: SavedFees) {
  const types = typesWith(user, typeId);
  const body = {
    version: user.version,
    callFeesFrom: from,
    callFees: bands.map((band) => ({ disbursementType: typeId, ...toFeeRow(band) })),
    // No call fees from that day on.
    ...(bands.length === 0 && { withoutCallFees: [typeId] }),
    ...(types && { disbursementTypes: types }),
  };
  return send(userEndpoints.updateUser, { params: { id: user._id }, body });
}

/** All types of the attorney with a new one; undefined for one that is assigned. */
function typesWith(user: User, typeId: string): string[] | undefined {
  const types = user.disbursementTypes.map(({ _id }) => _id);
  return types.includes(typeId) ? undefined : [...types, typeId];
}

/** The change that the dialog would save. */
export type CellChange = { typeId: string; from: string; callFees: FeeRow[] };
type Attorney = Pick<User, 'name' | 'email' | 'cell' | 'status' | 'callFeeSchedules'> & {
  disbursementTypes: readonly { _id: string }[];
};
type Sides = {
  base: Attorney;
  theirs: Attorney;
  yours: CellChange;
  titles: ReadonlyMap<string, string>;
};

/** Line by line: the person, and the fees of each type. */
export function cellDifferences(sides: Sides): readonly Difference[] {
  const { base, theirs, yours, titles } = sides;
  const typeIds = [
    ...new Set([...theirs.disbursementTypes, ...base.disbursementTypes].map(({ _id }) => _id)),
  ];
  const all = typeIds.includes(yours.typeId) ? typeIds : [...typeIds, yours.typeId];
  const lines = (attorney: Attorney): Line[] => [
    ['Name', attorney.name],
    ['Email', attorney.email],
    ['Cell', attorney.cell],
    ['Status', statusNames[attorney.status]],
    ...all.map(
      (typeId): Line => [titles.get(typeId) ?? 'Unknown type', feesThroughTime(attorney, typeId)],
    ),
  ];
  return listDifferences({ base, theirs, yours: withChange(base, yours) }, lines);
}

/** The attorney as it would be if no other user had changed it. */
function withChange(attorney: Attorney, { typeId, from, callFees }: CellChange): Attorney {
  const others = attorney.callFeeSchedules.filter(
    (schedule) => schedule.disbursementType !== typeId || schedule.validFrom !== from,
  );
  const before = callFeesOn(attorney.callFeeSchedules, { disbursementType: typeId, day: from });
  const isSame = feeRowsText(before) === feeRowsText(callFees);
  const added: FeeSchedule = { _id: '', disbursementType: typeId, validFrom: from, callFees };
  const isAssigned = attorney.disbursementTypes.some(({ _id }) => _id === typeId);
  return {
    ...attorney,
    callFeeSchedules: isSame ? attorney.callFeeSchedules : [...others, added],
    disbursementTypes: isAssigned
      ? attorney.disbursementTypes
      : [...attorney.disbursementTypes, { _id: typeId }],
  };
}

/** The fees through time; the first of them price all days before. */
function feesThroughTime(attorney: Attorney, typeId: string): string {
  if (!attorney.disbursementTypes.some(({ _id }) => _id === typeId)) return 'not assigned';
  const schedules = attorney.callFeeSchedules
    .filter(({ disbursementType }) => disbursementType === typeId)
    .toSorted((a, b) => compareCodes(a.validFrom, b.validFrom));
  if (schedules.length === 0) return feeRowsText([]);
  return schedules
    .map(({ validFrom, callFees }) =>
      validFrom === beginningOfTime
        ? feeRowsText(callFees)
        : `from ${formatLongDate(validFrom)}: ${feeRowsText(callFees)}`,
    )
    .join('; ');
}

function feeRowsText(callFees: readonly FeeRow[]): string {
  return feesText(callFees.map(toCallFeeBand));
}
