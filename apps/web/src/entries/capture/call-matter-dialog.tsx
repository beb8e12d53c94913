import { formatPhone } from '@recoup/contract/core/phone-numbers';
import { useState } from 'react';
import { MatterStatus } from '../../matters/matter-status.tsx';
import { Button } from '../../ui/controls/button.tsx';
import buttonStyles from '../../ui/controls/button.module.css';
import { PhoneIcon } from '../../ui/controls/icons.tsx';
import { useSettled } from '../../ui/dialog/use-settled.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import shared from '../../ui/layout/shared.module.css';
import { cx } from '../../ui/lib/class-names.ts';
import type { MatterChoice } from '../form/matter-choice.ts';
import { MatterSearch } from '../matter-search/matter-search.tsx';
import { useKnownMatter } from '../matter-search/known-matter.ts';
import type { CallSubject, Timer } from '../timer/call-timer.ts';
import type { useTimer } from '../timer/use-timer.ts';
import styles from './call-matter-dialog.module.css';

type Props = {
  subject: CallSubject;
  call: ReturnType<typeof useTimer>;
  /** Records the shared text in which the number was. */
  onRecordText?: () => void;
  onClose: () => void;
  /** Closed without a call or an entry; `onClose` without it. */
  onDismiss?: () => void;
};

/** Starts a call on a matter: with a number of it, which the telephone dials, or without. */
export function CallMatterDialog(props: Props) {
  const { subject, call, onRecordText, onClose, onDismiss = onClose } = props;
  const [chosen, setChosen] = useState<MatterChoice | null>();
  const [text, setText] = useState('');
  const found = useKnownMatter(subject);
  const matter = chosen === undefined ? found : chosen;
  const start = (otherParty?: string) => {
    const number = otherParty === undefined ? {} : { otherParty };
    call.start({ ...(matter && { matter }), ...number }, text);
    onClose();
  };
  const give = (next: MatterChoice) => {
    call.describe({ matter: next });
    onClose();
  };
  const isLabelled = subject.matter !== undefined;
  return (
    <Dialog
      title={matter && isLabelled ? `Call on ${matter.number}` : 'Call on a matter'}
      isOpen
      onClose={onDismiss}
    >
      <div className={shared.stack}>
        {isLabelled ? (
          <MatterName matter={matter} />
        ) : (
          <MatterSearch isRequired={false} value={matter} onChoose={setChosen} onType={setText} />
        )}
        {call.timer === null ? (
          <Starts subject={subject} matter={matter} onStart={start} />
        ) : (
          <OtherCall timer={call.timer} matter={matter} onChoose={give} />
        )}
        {onRecordText && <RecordText onRecord={onRecordText} onClose={onClose} />}
      </div>
    </Dialog>
  );
}

function RecordText({ onRecord, onClose }: { onRecord: () => void; onClose: () => void }) {
  const record = () => {
    onClose();
    onRecord();
  };
  return (
    <Button variant="quiet" onClick={record}>
      Record an entry with the shared text
    </Button>
  );
}

function MatterName({ matter }: { matter: MatterChoice | null }) {
  if (matter === null || matter.name === '') return null;
  const { name, client, status } = matter;
  return (
    <div>
      <p>
        {name}
        {client !== null && <span className={shared.muted}> · {client}</span>}
      </p>
      {status !== undefined && status !== 'Open' && <MatterStatus status={status} />}
    </div>
  );
}

type StartsProps = {
  subject: CallSubject;
  matter: MatterChoice | null;
  onStart: (otherParty?: string) => void;
};

function Starts({ subject: { otherParty }, matter, onStart }: StartsProps) {
  // The second tap of a double tap is for what stood here before.
  const isSettled = useSettled(true);
  const known = otherParty === undefined ? [] : [otherParty];
  const numbers = [...new Set([...known, ...(matter?.phones ?? [])])];
  return (
    <>
      {numbers.map((number) => (
        <a
          key={number}
          href={`tel:${number}`}
          aria-disabled={!isSettled || undefined}
          className={cx(buttonStyles.button, buttonStyles.filled, styles.start)}
          onClick={(event) => (isSettled ? onStart(number) : event.preventDefault())}
        >
          <PhoneIcon />
          Dial {formatPhone(number)}
        </a>
      ))}
      <Button
        variant={numbers.length > 0 ? 'outline' : 'filled'}
        className={styles.start}
        isPaused={!isSettled}
        data-autofocus={matter !== null || undefined}
        onClick={() => onStart(otherParty)}
      >
        {numbers.length > 0 ? 'Start call without dialling' : 'Start call'}
      </Button>
    </>
  );
}

type OtherCallProps = {
  timer: Timer;
  matter: MatterChoice | null;
  onChoose: (matter: MatterChoice) => void;
};

/** There is one call at a time. One that runs can still be given the matter. */
function OtherCall({ timer, matter, onChoose }: OtherCallProps) {
  const isSettled = useSettled(true);
  const isOffered = timer.stoppedAt === null && matter !== null && timer.matter?._id !== matter._id;
  return (
    <>
      <Alert kind="info">{otherCall(timer)}</Alert>
      {isOffered && (
        <Button className={styles.start} isPaused={!isSettled} onClick={() => onChoose(matter)}>
          Use {matter.number} for the running call
        </Button>
      )}
    </>
  );
}

function otherCall({ matter, stoppedAt }: Timer): string {
  const which = matter === undefined ? 'A call' : `A call on ${matter.number}`;
  return stoppedAt === null
    ? `${which} is running. Stop it before you start another one.`
    : `${which} is not saved yet. Save or discard it before you start another one.`;
}
