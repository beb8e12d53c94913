import { formatRand, toCentsTotal } from '@recoup/contract/core/money';
import { totalsText } from '@recoup/contract/vat/totals';
import type { FileKind } from '@recoup/contract/exports/files';
import type { MailPreview } from '@recoup/contract/mail/endpoints';
import { Alert } from '../ui/feedback/alert.tsx';
import { formatCount, formatDate } from '../ui/lib/format.ts';
import styles from './mail.module.css';
import { type Attachment, findFile, findLayout } from './mail-texts.ts';

/** The file that the mail attaches, as the server reports it, or the reason of a refusal. */
export function AttachedFile({
  preview,
  file: wanted,
}: {
  preview: MailPreview;
  file: Attachment;
}) {
  const { rows, sum, vat, firstDay, lastDay } = preview;
  const file = findFile(preview, wanted.type);
  const layout = findLayout(preview, wanted);
  const facts = [
    ['Attached file', layout?.name ?? file?.fileName],
    ['Kind', layout ? 'Posting file' : attachedKindText(preview, wanted.type)],
    ['Lines', formatCount(rows)],
    ['Total', formatRand(toCentsTotal(sum))],
    ...(vat ? [['With VAT', totalsText(vat)] as const] : []),
    [
      'Days',
      firstDay === lastDay
        ? formatDate(firstDay)
        : `${formatDate(firstDay)} – ${formatDate(lastDay)}`,
    ],
  ] as const;
  return (
    <>
      <dl className={styles.attached} aria-label="What is attached">
        {facts.map(([title, text]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {typeof file?.refusal === 'string' && <Alert kind="error">{file.refusal}</Alert>}
    </>
  );
}

function attachedKindText({ csv: { profile, delimiter } }: MailPreview, type: FileKind): string {
  if (type !== 'csv') return type.toUpperCase();
  if (profile === 'systems') return 'CSV';
  return `CSV for spreadsheets, with ${delimiter === ';' ? 'semicolons' : 'commas'}`;
}
