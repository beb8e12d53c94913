import { formatRand, toCents, toCentsTotal } from '@recoup/contract/core/money';
import { reachedCapLevel } from '@recoup/contract/matters/cap-levels';
import type { UsedCap } from '@recoup/contract/matters/caps';
import { StatusDot } from '../../ui/feedback/status-dot.tsx';
import styles from './cap-use.module.css';

/** The used part of a matter's cap, in Rand and in percent. */
export function CapUse({ cap, recorded }: UsedCap) {
  const capCents = toCents(cap);
  const recordedCents = toCentsTotal(recorded);
  const level = reachedCapLevel({ capCents, recordedCents });
  const tone = level === null ? 'good' : tones[level];
  return (
    <span className={styles.use}>
      <span>
        {formatRand(recordedCents)} of {formatRand(capCents)}
      </span>
      <StatusDot label={`${usedPercent({ cap, recorded })}\u00A0%`} tone={tone} />
    </span>
  );
}
const tones = { 80: 'warn', 100: 'bad' } as const;

/** Whole percent of the cap; 99 until all of it is reached. */
export function usedPercent({ cap, recorded }: UsedCap): number {
  return Number((toCentsTotal(recorded) * 100n) / BigInt(toCents(cap)));
}
