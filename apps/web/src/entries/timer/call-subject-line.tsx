import { formatPhone } from '@recoup/contract/core/phone-numbers';
import type { CallSubject } from './call-timer.ts';
import styles from './call-card.module.css';

/** The matter of a call, the number that was dialled and the attorney, as far as they are known. */
export function CallSubjectLine({ matter, otherParty, attorney }: CallSubject) {
  if (matter === undefined && otherParty === undefined && attorney === undefined) return null;
  return (
    <p className={styles.subject}>
      {matter !== undefined && (
        <>
          <strong>{matter.number}</strong> {matter.name}
        </>
      )}
      {otherParty !== undefined && <span>{formatPhone(otherParty)}</span>}
      {attorney !== undefined && <span>for {attorney.name}</span>}
    </p>
  );
}
