import { formatPhone } from '@recoup/contract/core/phone-numbers';
import type { CallSubject } from './call-timer.ts';
import styles from './call-card.module.css';

/** The matter of a call and the number that was dialled, as far as they are known. */
export function CallSubjectLine({ matter, otherParty }: CallSubject) {
  if (matter === undefined && otherParty === undefined) return null;
  return (
    <p className={styles.subject}>
      {matter !== undefined && (
        <>
          <strong>{matter.number}</strong> {matter.name}
        </>
      )}
      {otherParty !== undefined && <span>{formatPhone(otherParty)}</span>}
    </p>
  );
}
