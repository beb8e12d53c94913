import type { ExportMail } from '@recoup/contract/exports/endpoints';
import { mailStates } from '../exports/export-words.ts';
import { StatusDot } from '../ui/feedback/status-dot.tsx';
import { formatMoment } from '../ui/lib/format.ts';
import styles from './mail.module.css';

export function Mail({ mail }: { mail: ExportMail }) {
  const { to, subject, type, by, createdAt, sentAt, state, reason } = mail;
  return (
    <div className={styles.mail}>
      <StatusDot {...mailStates[state]} /> <strong>{to}</strong>
      <p>
        {subject} · {type.toUpperCase()} · {by.name}, {formatMoment(sentAt ?? createdAt)}
      </p>
      {reason !== null && (
        <p className={styles.reason}>{state === 'queued' ? `Retrying: ${reason}` : reason}</p>
      )}
    </div>
  );
}
