import type { CallRecord } from '@recoup/contract/call-records/endpoints';
import { formatMoment } from '../../ui/lib/moment.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import { CallActions } from './call-deeds.tsx';
import { directionText, callLengthText, priceText, proposalText } from './call-words.ts';
import type { CallAction, Failure } from './decided-calls.ts';
import styles from './open-calls.module.css';
import { ProposedEntry } from './proposed-entry.tsx';

type Props = {
  call: CallRecord;
  failure: Failure | undefined;
  /** The second tap of a double tap is for the row that was here before. */
  isResting: boolean;
  onDecide: (deed: CallAction) => void;
  onOpen: (call: CallRecord) => void;
};

/** A call that nobody recorded, and what can be done with it by one tap. */
export function OpenCall({ call, failure, ...deeds }: Props) {
  return (
    <li className={styles.call}>
      <div className={styles.head}>
        <span>
          <strong>{formatMoment(call.startedAt)}</strong> · {callLengthText(call)}
        </span>
        <strong className={styles.price}>{priceText(call)}</strong>
      </div>
      <p>
        {directionText(call)}
        {call.accountCode !== null && ` · account code ${call.accountCode}`}
        {call.legs > 1 && ` · ${call.legs} parts`}
      </p>
      <Matter call={call} />
      {call.entry !== null && <ProposedEntry id={call.entry} />}
      {failure && <Alert kind="error">{failure.message}</Alert>}
      <CallActions call={call} {...deeds} />
    </li>
  );
}

/** An entry that is probably the same call has its own matter. */
function Matter({ call: { matter, proposal, entry } }: Pick<Props, 'call'>) {
  if (matter === null) return entry === null && <p>No matter is known for this number.</p>;
  return (
    <p>
      <strong>{matter.number}</strong> {matter.name}
      {proposal !== null && <span className={styles.why}> · {proposalText({ proposal })}</span>}
    </p>
  );
}
