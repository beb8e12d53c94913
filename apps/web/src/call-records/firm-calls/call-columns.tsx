import type { CallRecord } from '@recoup/contract/call-records/endpoints';
import type { CallState } from '@recoup/contract/call-records/rules';
import { useContext } from 'react';
import { Alert } from '../../ui/feedback/alert.tsx';
import { OldAnswer } from '../../ui/feedback/old-answer.ts';
import { formatMoment } from '../../ui/lib/moment.ts';
import type { Column } from '../../ui/list/column.ts';
import { SelectBox } from '../../ui/selection/select-box.tsx';
import type { RowSelection } from '../../ui/selection/use-row-selection.ts';
import {
  callName,
  directionText,
  callLengthText,
  priceText,
  proposalText,
} from '../open-calls/call-texts.ts';
import { type Decisions, isOpen, type CallAction, isDecided } from '../open-calls/decided-calls.ts';
import styles from './firm-calls.module.css';
import { Button } from '../../ui/controls/button.tsx';
import { opensRow } from '../../ui/list/open-row.ts';
import { mergeAction, recordAction } from '../open-calls/call-actions.tsx';
import { firstButtonProps } from '../open-calls/next-call.ts';

type Wanted = RowHandlers & {
  selection: RowSelection<CallRecord>;
  decisions: Decisions;
};

/** Only calls of account codes are recorded in bulk, and not beside an entry of the same call. */
export function isAcceptable(call: CallRecord): boolean {
  const { attorney, proposal, entry } = call;
  return isOpen(call) && attorney !== null && proposal === 'code' && entry === null;
}

export function callColumns(wanted: Wanted): readonly Column<CallRecord>[] {
  const { selection, decisions, ...actions } = wanted;
  return [
    {
      key: 'select',
      title: 'Select',
      isSelect: true,
      cell: (call) =>
        isAcceptable(call) && (
          <SelectBox label={`Select: ${callName(call)}`} row={call} selection={selection} />
        ),
    },
    { key: 'call', title: 'Call', isTitle: true, cell: Call },
    { key: 'attorney', title: 'Attorney', cell: AttorneyOrOwnParty },
    {
      key: 'matter',
      title: 'Matter',
      cell: (call) => <Matter call={call} failure={decisions.failures.get(call._id)?.message} />,
    },
    { key: 'length', title: 'Length', align: 'end', cell: callLengthText },
    { key: 'price', title: 'Cost', align: 'end', cell: priceText },
    {
      key: 'action',
      title: 'Action',
      isAction: true,
      cell: (call) => <CallRowActions call={call} decisions={decisions} {...actions} />,
    },
  ];
}

/** Names of the decisions. An open call shows the reason of its proposal instead. */
const states: Readonly<Record<CallState, string>> = {
  loose: '',
  proposed: '',
  recorded: 'Recorded',
  merged: 'Merged with its entry',
  private: 'Private',
};

function Call(call: CallRecord) {
  return (
    <span className={styles.call}>
      {formatMoment(call.startedAt)}
      <small className={styles.below}>{directionText(call)}</small>
    </span>
  );
}

/** The extension or number tells whose call it may be. */
function AttorneyOrOwnParty({ attorney, ownParty }: CallRecord) {
  if (attorney !== null) return attorney.name;
  return (
    <span>
      No attorney
      <small className={styles.below}>{ownParty}</small>
    </span>
  );
}

function Matter({ call, failure }: { call: CallRecord; failure: string | undefined }) {
  return (
    <span className={styles.matter}>
      {call.matter === null ? '–' : `${call.matter.number} ${call.matter.name}`}
      {call.matter === null && call.accountCode !== null && (
        <small className={styles.below}>Account code {call.accountCode}</small>
      )}
      <small className={styles.below}>
        {isOpen(call) ? proposalText(call) : states[call.state]}
      </small>
      {isOpen(call) && call.entry !== null && (
        <small className={styles.below}>Probably recorded by hand</small>
      )}
      {failure !== undefined && <Alert kind="error">{failure}</Alert>}
    </span>
  );
}

type RowHandlers = {
  isPaused: boolean;
  onDecide: (action: CallAction) => void;
  onOpen: (call: CallRecord) => void;
};
/** `name`: for assistive technology, which hears no row around it. */
type MainAction = CallAction & { label: string; name?: string };
type Props = RowHandlers & { call: CallRecord; decisions: Decisions };

/** Accepts the proposal, or undoes the decision, with one click; a dialog for the rest. */
function CallRowActions({ call, decisions, isPaused, onDecide, onOpen }: Props) {
  const action = mainAction(call);
  const isOld = useContext(OldAnswer);
  const look = { variant: 'quiet', size: 'small', isPaused: isPaused || isOld } as const;
  return (
    <span className={styles.actions}>
      {action && (
        <Button
          {...look}
          {...firstButtonProps(call._id)}
          isBusy={isDecided(decisions, call)}
          aria-label={`${action.name ?? action.label}: ${callName(call)}`}
          onClick={() => onDecide(action)}
        >
          {action.label}
        </Button>
      )}
      {isOpen(call) && (
        <Button
          {...look}
          {...opensRow}
          {...(!action && firstButtonProps(call._id))}
          aria-label={`${action ? 'Details' : 'Choose'}: ${callName(call)}`}
          onClick={() => onOpen(call)}
        >
          {action ? 'Details' : 'Choose'}
        </Button>
      )}
    </span>
  );
}

/** Undefined where something must be chosen first. */
function mainAction(call: CallRecord): MainAction | undefined {
  const { attorney, matter, entry } = call;
  if (!isOpen(call)) {
    const text = `The call of ${formatMoment(call.startedAt)} is open again.`;
    return { label: 'Undo', name: 'Undo decision', call, decision: { state: 'loose' }, text };
  }
  if (attorney === null) return undefined;
  if (entry !== null) return { label: 'Merge', ...mergeAction(call, entry) };
  return matter === null ? undefined : { label: 'Record', ...recordAction(call, matter) };
}
