import type { ExportMail, ExportRecord } from '@recoup/contract/exports/endpoints';
import { mailStates } from '../exports/export-words.ts';
import { StatusDot } from '../ui/feedback/status-dot.tsx';
import { formatMoment } from '../ui/lib/moment.ts';
import styles from './mail.module.css';

type Props = Pick<ExportRecord, 'postings'> & { mail: ExportMail };

/** The layout of an attached posting file is named as its control total is. */
export function Mail({ mail, postings }: Props) {
  const { to, subject, by, createdAt, sentAt, state, reason, sha256 } = mail;
  const layout = postings.find((posting) => posting.layout === mail.layout);
  return (
    <div className={styles.mail}>
      <StatusDot {...mailStates[state]} /> <strong>{to}</strong>
      <p>
        {subject} · {layout?.name ?? mailKindText(mail)} · {by.name},{' '}
        {formatMoment(sentAt ?? createdAt)}
      </p>
      {sha256 !== null && (
        <p>
          Attached file, SHA-256 <code>{sha256}</code>
        </p>
      )}
      {reason !== null && (
        <p className={styles.reason}>{state === 'queued' ? `Retrying: ${reason}` : reason}</p>
      )}
    </div>
  );
}

function mailKindText({ type, profile, layout }: ExportMail): string {
  if (layout !== undefined) return 'Posting file';
  return profile === 'people' ? 'CSV for spreadsheets' : type.toUpperCase();
}
