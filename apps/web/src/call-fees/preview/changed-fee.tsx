import type { FeeRow } from '@recoup/contract/call-fees/endpoints';
import { toCallFeeBand } from '@recoup/contract/call-fees/fee-rows';
import { formatRand, toCents } from '@recoup/contract/core/money';
import type { ReactNode } from 'react';
import { feesText } from '@recoup/contract/call-fees/fee-text';
import { changeInPercent, formatChange } from './percent.ts';
import { hasSameTimes, rowName } from './compare-fees.ts';
import styles from './preview.module.css';

type Props = {
  before: readonly FeeRow[];
  after: readonly FeeRow[];
  /** Another user's change since an earlier preview, as a sentence. */
  difference: string | undefined;
  /** Until when the new prices hold. */
  later: string | undefined;
  /** A mark below the prices. */
  children?: ReactNode;
};

/** The prices of a cell before and after; the whole rows if their times differ. */
export function FeeChange({ before, after, difference, later, children }: Props) {
  return (
    <div className={styles.fees}>
      {difference !== undefined && <strong className={styles.difference}>{difference}</strong>}
      {after.length === 0 && <strong className={styles.difference}>The call fees end</strong>}
      {hasSameTimes(before, after) ? (
        <ul>
          {before.map((row, index) => (
            <FeeLine key={`${row.startTime} ${row.endTime}`} before={row} after={after[index]} />
          ))}
        </ul>
      ) : (
        <dl>
          <dt>Old</dt>
          <dd>{callFeesText(before)}</dd>
          <dt>New</dt>
          <dd>{callFeesText(after)}</dd>
        </dl>
      )}
      {children}
      {later !== undefined && <span className={styles.muted}>{later}</span>}
    </div>
  );
}

function callFeesText(rows: readonly FeeRow[]): string {
  return rows.length === 0 ? 'No call fees' : feesText(rows.map(toCallFeeBand));
}

function FeeLine({ before, after }: { before: FeeRow; after: FeeRow | undefined }) {
  const [old, changed] = [toCents(before.charges), toCents((after ?? before).charges)];
  const percent = changeInPercent(BigInt(old), BigInt(changed));
  return (
    <li>
      <span>{rowName(before)}</span>
      <span>
        {formatRand(old)}
        <span aria-hidden="true"> → </span>
        <span className="visually-hidden"> becomes </span>
        {formatRand(changed)}
      </span>
      <span className={styles.muted}>{percent === undefined ? '' : formatChange(percent)}</span>
    </li>
  );
}
