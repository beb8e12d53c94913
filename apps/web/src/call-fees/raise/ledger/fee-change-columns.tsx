import { may } from '../../../platform/session/may.ts';
import type { RateChange } from '@recoup/contract/call-fees/rate-change-endpoints';
import { today } from '../../../platform/browser/local-day.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { StatusDot } from '../../../ui/feedback/status-dot.tsx';
import { formatMoment } from '../../../ui/lib/moment.ts';
import type { Column } from '../../../ui/list/column.ts';
import styles from '../raise.module.css';
import {
  changedText,
  changeText,
  repricedText,
  roundingText,
  changeState,
} from './ledger-words.ts';

export function columnsWith(
  onTakeBack: (change: RateChange) => void,
): readonly Column<RateChange>[] {
  return [
    {
      key: 'change',
      title: 'Change',
      isTitle: true,
      cell: (change) => <TwoLines first={changeText(change)} second={roundingText(change)} />,
    },
    {
      key: 'when',
      title: 'When',
      cell: ({ createdAt, createdBy }) => (
        <TwoLines first={formatMoment(createdAt)} second={createdBy.name} />
      ),
    },
    {
      key: 'changed',
      title: 'Changed',
      cell: (change) => (
        <TwoLines first={changedText(change)} second={repricedText(change.repriced)} />
      ),
    },
    { key: 'reason', title: 'Reason', cell: ({ reason }) => reason ?? '–' },
    {
      key: 'state',
      title: 'State',
      cell: (change) => <State change={change} onTakeBack={onTakeBack} />,
    },
  ];
}

type StateProps = { change: RateChange; onTakeBack: (change: RateChange) => void };

function State({ change, onTakeBack }: StateProps) {
  return (
    <div className={styles.state}>
      <StatusDot {...changeState(change, today())} />
      {may('call-fees:write') && change.undoneAt === null && (
        <Button
          variant="outline"
          size="small"
          aria-label={`Take back ${changeText(change)}`}
          onClick={() => onTakeBack(change)}
        >
          Take back
        </Button>
      )}
    </div>
  );
}

function TwoLines({ first, second }: { first: string; second: string }) {
  return (
    <div className={styles.twoLines}>
      {first}
      <br />
      <span className={styles.second}>{second}</span>
    </div>
  );
}
